"""Draw the icons of the installed app from `icon.svg`: `python web/make_icons.py`.

Systems cut a maskable icon to a shape of their own: its drawing keeps to the middle, and its
background goes to the edges.
"""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
BACKGROUND = "#1b2027"
ICONS = (
    ("icon-192", 192, 1.0, "transparent"),
    ("icon-512", 512, 1.0, "transparent"),
    ("icon-maskable", 512, 0.72, BACKGROUND),
    ("icon-apple", 180, 0.9, BACKGROUND),
)
"""Name, pixels, how much of the width is drawn on, and what is behind."""


def main() -> None:
    """Draw them all."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, pixels, share, background in ICONS:
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            style = f"display:block; width:{100 * share}%; margin:{50 * (1 - share)}%"
            page.set_content(
                f'<body style="margin:0; background:{background}"><div style="{style}">{drawing}'
            )
            shot = Image.open(BytesIO(page.screenshot(omit_background=True)))
            shot.quantize(64).save(PUBLIC / f"{name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
