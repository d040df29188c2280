// Keeps the page of an application up to date with what the back end hears.
const root = document.querySelector('[data-outcome]');
const part = (name) => root.querySelector(`[data-${name}]`);
const source = new EventSource('/outcome');

source.onmessage = ({ data }) => {
  const outcome = JSON.parse(data);
  root.dataset.status = outcome.status;
  root.dataset.open = outcome.isOpen;
  write(part('title'), outcome.title);
  write(part('text'), outcome.text);
  part('link').href = outcome.link.href;
  write(part('link'), outcome.link.text);
  part('heard').replaceChildren(...outcome.heard.map(line));
};

// Only what has changed is written: a live region would read it out again.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function line({ time, what, status }) {
  const item = document.createElement('li');
  for (const [name, text] of [
    ['time', time],
    ['span', what],
    ['code', status],
  ]) {
    const element = document.createElement(name);
    element.textContent = text;
    item.append(element);
  }
  return item;
}
