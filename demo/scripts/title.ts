// The title of the page says which screen of the verification is up: each of them has the focus on its heading as it comes.

const site = document.title;
document.addEventListener('focusin', (event) => {
  const [heading] = event.composedPath();
  if (heading instanceof HTMLHeadingElement && heading.localName === 'h2')
    document.title = `${heading.textContent.trim()} · ${site}`;
});
