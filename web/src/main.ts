import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { ROOT } from './root'

if (ROOT !== '/') {
  // They are named from where the page is, which changes with every route.
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel*="icon"], link[rel="manifest"]')
  for (const link of links) link.href = new URL(link.href).href
}

mount(App, { target: document.getElementById('app')! })
