"""What a browser is called in the list of devices that are signed in."""

from __future__ import annotations

from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """A browser in words that its owner knows. The first that fits: each pretends to be others.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36")
    'Chrome on Linux'
    >>> device_of("curl/8.0")
    'Another browser'
    """
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "Another browser")
    system = next((f" on {name}" for sign, name in _SYSTEMS if sign in user_agent), "")
    return browser + system
