/**
 * The script of the pages: keys, zoom, blur, the live queue and the warning before a session ends. The browser gets the
 * source of these functions, so they may refer only to one another.
 */
export function deskScript(): string {
  const parts = [
    all,
    one,
    toast,
    keyMap,
    keyOf,
    isShown,
    showKeys,
    listenForKeys,
    isTyped,
    press,
    sendByReason,
    openHelp,
    moveHit,
    handlePictures,
    showAsItCame,
    toggle,
    followQueue,
    refresh,
    trust,
    watchIdleness,
    remindOfBreak,
    watchCase,
    sayGone,
    releaseClaimOnLeaving,
    startDesk,
  ];
  return `${parts.map(String).join('\n')}\n${startDesk.name}();\n`;
}

function startDesk(): void {
  showKeys();
  listenForKeys();
  sendByReason();
  handlePictures();
  followQueue();
  watchIdleness();
  remindOfBreak();
  watchCase();
  releaseClaimOnLeaving();
}

function all<Kind extends Element>(selector: string): Kind[] {
  return [...document.querySelectorAll<Kind>(selector)];
}

function one<Kind extends Element>(selector: string): Kind | null {
  return document.querySelector<Kind>(selector);
}

function toast(text: string): void {
  const element = one<HTMLElement>('[data-toast]');
  if (element) element.textContent = text;
}

function keyMap(): Record<string, string> {
  return JSON.parse(document.body.dataset['keyMap'] ?? '{}') as Record<string, string>;
}

function keyOf(element: HTMLElement): string | undefined {
  return keyMap()[element.dataset['action'] ?? ''] ?? element.dataset['key'];
}

function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null;
}

function showKeys(): void {
  for (const element of all<HTMLElement>('[data-action][data-key]')) {
    const label = element.querySelector('kbd') ?? element.closest('label')?.querySelector('kbd');
    const key = keyOf(element);
    if (label && key) label.textContent = key;
    if (key && key !== 'Enter') element.setAttribute('aria-keyshortcuts', key);
  }
}

/** Single-key shortcuts: never with a modifier, in a field, or when switched off (WCAG 2.2, 2.1.4). */
function listenForKeys(): void {
  if (document.body.dataset['keys'] === 'off') return;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    const target = event.target as HTMLElement;
    if (isTyped(target) || one('dialog[open]')) return;
    if (event.key === (keyMap()['help'] ?? '?')) return openHelp(event);
    if (event.key === (keyMap()['hit-next'] ?? 'j')) return moveHit(1);
    if (event.key === (keyMap()['hit-previous'] ?? 'k')) return moveHit(-1);
    const hit = one<HTMLElement>('[data-hit][data-current]');
    const buttons = hit ? [...hit.querySelectorAll<HTMLElement>('[data-action]')] : [];
    const element = [...buttons, ...all<HTMLElement>('[data-action]')].find(
      (candidate) => keyOf(candidate) === event.key && isShown(candidate),
    );
    if (!element || event.key === 'Enter') return;
    event.preventDefault();
    press(element);
  });
}

function isTyped(target: HTMLElement): boolean {
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return (
    target.tagName === 'INPUT' &&
    !/^(radio|checkbox|button|submit|range)$/.test((target as HTMLInputElement).type)
  );
}

/** One key selects an option, and submits the form if it is complete. If the reason is missing, focuses the reasons. */
function press(element: HTMLElement): void {
  if (element.tagName === 'INPUT') {
    const input = element as HTMLInputElement;
    input.focus();
    if (input.type === 'radio') input.checked = true;
    return;
  }
  const form = (element as HTMLButtonElement).form;
  const missing = form?.querySelector<HTMLElement>('select:required:invalid');
  element.focus();
  if (missing && !element.hasAttribute('formnovalidate')) {
    missing.focus();
    toast('Choose a reason, then press Enter.');
    form!.dataset['pressed'] = element.getAttribute('value') ?? '';
    return;
  }
  element.click();
}

/** Enter in the list of reasons submits with the button that was pressed before. */
function sendByReason(): void {
  for (const select of all<HTMLSelectElement>('form select[name^="reason"]')) {
    select.addEventListener('keydown', (event) => {
      const form = select.form;
      if (event.key !== 'Enter' || !form || !select.value) return;
      event.preventDefault();
      const value = form.dataset['pressed'];
      const buttons = [...form.querySelectorAll<HTMLButtonElement>('button')];
      const button =
        buttons.find((candidate) => (candidate.getAttribute('value') ?? '') === value) ?? buttons[0];
      button?.click();
    });
  }
}

function openHelp(event: Event): void {
  event.preventDefault();
  const list = one<HTMLElement>('[data-key-list]');
  const dialog = one<HTMLDialogElement>('#keys-help');
  if (!list || !dialog) return;
  const lines = all<HTMLElement>('[data-action][data-key]')
    .filter(isShown)
    .map((element) => {
      const item = document.createElement('li');
      const label =
        element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
      item.textContent = `${keyOf(element)}: ${(label ?? '').replace(/\s+/g, ' ').trim().replace(/\s\S$/, '')}`;
      return item;
    });
  list.replaceChildren(...lines);
  dialog.showModal();
}

function moveHit(by: number): void {
  const hits = all<HTMLElement>('[data-hit]');
  const at = hits.findIndex((hit) => 'current' in hit.dataset);
  for (const hit of hits) delete hit.dataset['current'];
  const next = hits[Math.min(hits.length - 1, Math.max(0, at + by))];
  if (!next) return;
  next.dataset['current'] = '';
  next.scrollIntoView({ block: 'nearest' });
}

function handlePictures(): void {
  moveHit(1);
  for (const element of all<HTMLElement>('[data-needs-script]')) element.hidden = false;
  const pair = one<HTMLElement>('[data-pair]');
  const zoom = one<HTMLInputElement>('[data-zoom]');
  zoom?.addEventListener('input', () => pair?.style.setProperty('--zoom', zoom.value));
  const flip = one<HTMLElement>('[data-action="flip"]');
  flip?.addEventListener('click', () => {
    if (!pair) return;
    pair.classList.toggle('other', pair.classList.contains('flipped') && !pair.classList.contains('other'));
    pair.classList.add('flipped');
    flip.setAttribute('aria-pressed', 'true');
  });
  for (const link of all<HTMLAnchorElement>('[data-picture]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const image = pair?.querySelector<HTMLImageElement>('figure:last-child img');
      if (image) image.src = link.href;
      else showAsItCame(link, pair?.querySelector('figure:last-child image'));
    });
  }
  const untouched = one<HTMLElement>('[data-untouched]');
  untouched?.addEventListener('click', () => {
    const isOn = untouched.getAttribute('aria-pressed') !== 'true';
    untouched.setAttribute('aria-pressed', String(isOn));
    for (const image of all<SVGImageElement>('[data-pair] image'))
      image.setAttribute('transform', image.getAttribute(isOn ? 'data-came' : 'data-level') ?? '');
  });
  toggle('[data-grey]', 'grey');
  toggle('[data-blur]', 'blurred');
  addEventListener('blur', () => document.body.classList.add('blurred'));
  addEventListener('focus', () => document.body.classList.remove('blurred'));
}

/** Shows another picture of the strip, not aligned: the eyes are known only for the first ones. */
function showAsItCame(link: HTMLAnchorElement, image: SVGImageElement | null | undefined): void {
  const small = link.querySelector('img');
  if (!small || !image) return;
  const { naturalWidth, naturalHeight } = small;
  const scale = Math.min(300 / naturalWidth, 400 / naturalHeight);
  const [x, y] = [(300 - scale * naturalWidth) / 2, (400 - scale * naturalHeight) / 2];
  const transform = `translate(${x} ${y}) scale(${scale})`;
  for (const [name, value] of Object.entries({
    href: link.href,
    width: String(naturalWidth),
    height: String(naturalHeight),
    transform,
    'data-level': transform,
    'data-came': transform,
  }))
    image.setAttribute(name, value);
}

function toggle(selector: string, name: string): void {
  const button = one<HTMLElement>(selector);
  button?.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(document.body.classList.toggle(name)));
  });
}

function followQueue(): void {
  const region = one<HTMLElement>('[data-live]');
  const pause = one<HTMLElement>('[data-pause]');
  if (!region || !pause) return;
  pause.hidden = false;
  pause.addEventListener('click', () => {
    const isPaused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(isPaused));
  });
  setInterval(() => {
    const isPaused = pause.getAttribute('aria-pressed') === 'true';
    if (isPaused || document.hidden || region.contains(document.activeElement)) return;
    void refresh(region);
  }, 5000);
}

async function refresh(region: HTMLElement): Promise<void> {
  const answer = await fetch(region.dataset['live']!, { redirect: 'error' }).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  region.innerHTML = trust(text) as string;
}

/** The policy of the page requires trusted types. The only HTML used here comes from the desk itself. */
function trust(text: string): unknown {
  const page = globalThis as unknown as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createHTML(text: string): unknown } };
    policy?: { createHTML(text: string): unknown };
  };
  const { trustedTypes } = page;
  if (!trustedTypes) return text;
  page.policy ??= trustedTypes.createPolicy('desk', { createHTML: (html: string) => html });
  return page.policy.createHTML(text);
}

/** Blurs faces after a minute without activity, and asks two minutes before the session ends. */
function watchIdleness(): void {
  const idleMs = Number(document.body.dataset['idleMinutes']) * 60_000;
  if (!idleMs) return;
  const dialog = one<HTMLDialogElement>('#idle-warning');
  let [active, reportedAt] = [Date.now(), Date.now()];
  for (const type of ['pointermove', 'keydown', 'pointerdown'])
    addEventListener(type, () => {
      active = Date.now();
      if (document.hasFocus() && one('[data-blur]')?.getAttribute('aria-pressed') !== 'true')
        document.body.classList.remove('blurred');
    });
  one('[data-stay]')?.addEventListener('click', () => void report());
  const report = async () => {
    reportedAt = Date.now();
    const answer = await fetch(
      `/desk/stay?case=${one<HTMLElement>('[data-case]')?.dataset['case'] ?? ''}`,
    ).catch(() => null);
    if (answer?.redirected) location.reload();
    else if (dialog?.open) dialog.close();
  };
  setInterval(() => {
    const now = Date.now();
    if (now - active > 60_000) document.body.classList.add('blurred');
    if (active > reportedAt && now - reportedAt > 60_000) void report();
    if (now - reportedAt > idleMs - 120_000 && dialog && !dialog.open) dialog.showModal();
    if (now - reportedAt > idleMs) location.assign('/desk/sign-in');
  }, 1000);
}

/** Reminds of a break, once in each tab. The time is counted over all pages of the tab. */
function remindOfBreak(): void {
  if (document.body.dataset['breaks'] !== 'on') return;
  const began = Number(sessionStorage.getItem('desk-began')) || Date.now();
  sessionStorage.setItem('desk-began', String(began));
  const left = Math.max(0, began + 45 * 60_000 - Date.now());
  setTimeout(() => {
    sessionStorage.removeItem('desk-began');
    toast('45 minutes: time for a break.');
  }, left);
}

/** Removes a case from an open page once it is erased or claimed by another reviewer. */
function watchCase(): void {
  const region = one<HTMLElement>('[data-case]');
  if (!region) return;
  const watch = setInterval(async () => {
    const answer = await fetch(`/desk/cases/${region.dataset['case']}/state?live=1`, {
      redirect: 'manual',
    }).catch(() => null);
    if (answer?.type === 'opaqueredirect') location.assign('/desk/sign-in');
    if (answer?.status !== 410 && answer?.status !== 409) return;
    clearInterval(watch);
    sayGone(
      answer.status === 410 ? 'This case was erased' : 'The case is not yours now',
      await answer.text(),
    );
  }, 5000);
}

function sayGone(title: string, text: string): void {
  const main = one<HTMLElement>('main')!;
  const heading = document.createElement('h1');
  heading.textContent = title;
  const why = document.createElement('p');
  why.textContent = text;
  const link = document.createElement('a');
  link.className = 'button';
  link.href = '/desk';
  link.textContent = 'To the queue';
  const card = document.createElement('section');
  card.className = 'card narrow';
  card.append(heading, why, link);
  const notes = all<HTMLInputElement>('input[name="note"]').map(({ value }) => value);
  const unsaved = notes.filter(Boolean).join('\n');
  if (unsaved && title !== 'This case was erased') {
    const note = document.createElement('textarea');
    note.readOnly = true;
    note.value = unsaved;
    note.setAttribute('aria-label', 'Your note, to copy');
    why.after(note);
  }
  main.replaceChildren(card);
  main.focus();
}

/** Releases the claim when the reviewer leaves by the navigation. */
function releaseClaimOnLeaving(): void {
  const region = one<HTMLElement>('[data-case]');
  const token = one<HTMLInputElement>('input[name="token"]')?.value;
  if (!region || !token) return;
  for (const link of all<HTMLAnchorElement>('header a'))
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const body = new URLSearchParams({ token });
      const init = { method: 'POST', body, keepalive: true, redirect: 'manual' } as const;
      void fetch(`/desk/cases/${region.dataset['case']}/release`, init).catch(() => null);
    });
}
