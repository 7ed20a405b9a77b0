/** Give the visitor a text or other data as a file. */
export function download(data: string | Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(typeof data === 'string' ? new Blob([data], { type: 'text/plain' }) : data)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
