/**
 * Runs in the hosted page: chooses each language, English last.
 * @returns the parts that don't fit: beyond the edges of the page, or wider than their box.
 */
export async function cutTexts(): Promise<string[]> {
  const picker = () => document.querySelector<HTMLSelectElement>('footer select')!;
  const tags = [...picker().options].map(({ value }) => value).reverse();
  const cut: string[] = [];
  for (const tag of tags) {
    const before = picker();
    before.value = tag;
    before.dispatchEvent(new Event('change'));
    // Not by frames: measuring makes the layout, and no picture of it is needed.
    while (picker() === before || document.documentElement.lang !== tag)
      await new Promise((resolve) => setTimeout(resolve));
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) cut.push(`${tag}: the page`);
    for (const part of document.querySelectorAll('header *, main *, footer :not(option)')) {
      const { left, right } = part.getBoundingClientRect();
      // For screen readers alone.
      if (part.matches('.unseen')) continue;
      // The browser itself shortens the language that is chosen.
      const isOver = part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1;
      if (left < -0.5 || right > clientWidth + 0.5 || (isOver && !part.closest('select')))
        cut.push(`${tag}: ${part.tagName} ${part.textContent}`);
    }
  }
  return cut;
}
