"""Draws the letters of link previews: Archivo 700 as a picture of each letter, for `freehold.picture.letters`.

Run: python tools/letters.py      needs the browser of the tests; writes src/freehold/picture/fonts/letters.npz
"""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright
from tools import browser

FONTS = Path(__file__).resolve().parent.parent / "src" / "freehold" / "picture" / "fonts"
FILE = FONTS / "letters.npz"
SIZE = 48  # pixels
LEVELS = 16  # of grey: a small file
LETTERS = [*map(chr, range(33, 127)), *map(chr, range(161, 384)), *"–—’“”…€"]
DRAW = """async ([fonts, letters, size]) => {
  for (const [range, data] of fonts) {
    const face = new FontFace("Letters", `url(data:font/woff2;base64,${data})`, { unicodeRange: range });
    document.fonts.add(await face.load());
  }
  const canvas = document.createElement("canvas");
  canvas.width = 2 * size; canvas.height = Math.round(1.4 * size);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.font = `700 ${size}px Letters`;
  pen.textBaseline = "alphabetic";
  return letters.map((letter) => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.fillText(letter, 4, size);
    const width = Math.min(canvas.width, Math.ceil(pen.measureText(letter).width) + 8);
    const found = pen.getImageData(0, 0, width, canvas.height).data.filter((_, at) => at % 4 === 3);
    return [pen.measureText(letter).width, width, [...found]];
  });
}"""


def main() -> None:
    names = (("U+0100-017F", "archivo-700-latin-ext"), ("U+0000-00FF, U+2000-20FF", "archivo-700-latin"))
    fonts = [(range, base64.b64encode((FONTS / f"{name}.woff2").read_bytes()).decode()) for range, name in names]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser.find(), args=["--no-sandbox", "--disable-gpu"])
        drawn = opened.new_page().evaluate(DRAW, [fonts, LETTERS, SIZE])
        opened.close()
    height = round(1.4 * SIZE)
    pictures = [np.array(grey, np.uint8).reshape(height, width) // (256 // LEVELS) for _, width, grey in drawn]
    np.savez_compressed(
        FILE,
        letters=np.array([ord(letter) for letter in LETTERS], np.uint16),
        widths=np.array([width for width, _, _ in drawn], np.float32),
        starts=np.cumsum([0, *(picture.shape[1] for picture in pictures)]).astype(np.int32),
        grey=np.concatenate(pictures, axis=1),
    )
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
