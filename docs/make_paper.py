"""Print the paper as a PDF: `make paper`.

Links into the project become plain text, since a paper is read away from it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import markdown
from playwright.sync_api import sync_playwright

PAPER = Path(__file__).parent / "paper" / "network-solved.md"

STYLE = """
@page { size: A4; margin: 24mm 26mm; }
body { font: 10.5pt/1.45 "Liberation Serif", "DejaVu Serif", serif; color: #111; hyphens: auto; }
h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 6mm; }
h2 { font-size: 13pt; margin: 7mm 0 2mm; break-after: avoid; }
p, li { text-align: justify; }
table { border-collapse: collapse; margin: 3mm 0; font-size: 9.5pt; }
th, td { border-bottom: 0.4pt solid #999; padding: 1mm 3mm 1mm 0; text-align: left; }
td { vertical-align: top; }
code, pre { font: 9pt "DejaVu Sans Mono", monospace; }
pre { border-left: 2pt solid #ccc; padding-left: 3mm; }
"""


def page_of(text: str) -> str:
    """The paper as HTML."""
    text = text.replace("([PDF](network-solved.pdf))\n\n", "")
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    body = markdown.markdown(text, extensions=["tables"])
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{STYLE}</style>{body}'


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.set_content(page_of(PAPER.read_text("utf-8")))
        page.pdf(
            path=PAPER.with_suffix(".pdf"),
            prefer_css_page_size=True,
            display_header_footer=True,
            header_template="<span></span>",
            footer_template='<div style="font-size:8pt;width:100%;text-align:center">'
            '<span class="pageNumber"></span></div>',
        )
        browser.close()


if __name__ == "__main__":
    main()
