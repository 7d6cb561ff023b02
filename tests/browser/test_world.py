"""Text that no face of the product draws is drawn by the one face of the tests, on every machine."""

from __future__ import annotations

import sys

import pytest
from playwright.sync_api import Browser

TEXT = (
    "<p style='font: 16px system-ui, Arial, sans-serif'>Île, Łódź → ★ ✓</p><p style='font-family: monospace'>1 + 1</p>"
)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no fontconfig")
def test_the_only_face_of_the_system_is_that_of_the_tests(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(TEXT)
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    faces = set()
    for node in devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p"})["nodeIds"]:
        fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        faces |= {font["familyName"] for font in fonts}
    page.close()
    assert faces == {"Tests Plain"}
