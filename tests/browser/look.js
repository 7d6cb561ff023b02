({
  // What is cut off at this width, and which targets are too small for a finger.
  fit(least) {
    const faults = new Set();
    const wide = document.documentElement.clientWidth;
    const page = document.scrollingElement.scrollWidth;
    if (page > wide) faults.add(`the page is ${page} wide`);
    const dialog = document.querySelector("dialog[open]");
    const name = (e) =>
      `${e.tagName.toLowerCase()}${e.dataset.test ? `[${e.dataset.test}]` : ""} "${e.textContent.trim().slice(0, 30)}"`;
    const seen = (e) =>
      e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !e.closest(".unseen, .skip, svg") &&
      (!dialog || dialog.contains(e));
    const scrolls = (e) => {
      for (let up = e.parentElement; up; up = up.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return true;
      return false;
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!seen(node.parentElement) || node.parentElement.closest("code, option")) continue;
      for (const word of node.textContent.matchAll(/\p{L}{4,}/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
        if (lines.size > 1) faults.add(`a word is broken: ${word[0]} in ${name(node.parentElement)}`);
      }
    }
    for (const e of document.body.querySelectorAll("*")) {
      const box = e.getBoundingClientRect();
      if (!seen(e) || box.width === 0 || box.height === 0) continue;
      const style = getComputedStyle(e);
      if ((box.left < -1 || box.right > wide + 1) && !scrolls(e))
        faults.add(`cut off: ${name(e)} ${Math.round(box.left)} to ${Math.round(box.right)}`);
      const words = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
      if (words && ["hidden", "clip"].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1)
        faults.add(`words cut off: ${name(e)}`);
      const target = "button, a[href], input, select, textarea, summary, [role=tab], [role=button]";
      if (!e.matches(target) || e.disabled) continue;
      if (e.matches("a") && style.display === "inline") continue; // a word in a sentence
      const label = e.matches("[type=checkbox], [type=radio]") ? e.closest("label") : null;
      const { width, height } = (label ?? e).getBoundingClientRect();
      if (width < least - 0.5 || height < least - 0.5)
        faults.add(`small target: ${name(e)} ${Math.round(width)}x${Math.round(height)}`);
    }
    return [...faults];
  },

  // Every text, also what is only read aloud; keys, code and words marked as of another language aside.
  words() {
    const found = new Set([document.title]);
    const ours = (e) => !e.closest("script, style, noscript, kbd, code, [lang]:not(html)");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (ours(node.parentElement)) found.add(node.textContent);
    const names = ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"];
    for (const e of document.body.querySelectorAll("*"))
      if (ours(e)) for (const name of names) if (e.hasAttribute(name)) found.add(e.getAttribute(name));
    return [...found].map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => /\p{L}{2}/u.test(text));
  },
})
