import { all, one } from './dom.ts';
import { verifySealed } from './signed.ts';

// The file of a case: verifies in this browser what the page says, and counts down to the erasure.

/** The sealed lines of the audit log, and the secret to verify them with. */
interface Sealed {
  secret: string;
  lines: { text: string; link: string }[];
}

await Promise.all([checkConsent(), checkAudit()]);
countDown();

async function checkConsent(): Promise<void> {
  const words = document.querySelector('[data-words]');
  // Browsers verify over https and on localhost alone.
  if (!words || !isSecureContext) return;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.textContent));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  tell('consent', hash === one('[data-hash]').textContent ? 'good' : 'bad', {
    good: 'Verified here: these words have this SHA-256.',
    bad: 'These words do not have this SHA-256.',
  });
}

async function checkAudit(): Promise<void> {
  const table = document.querySelector<HTMLTableElement>('[data-audit]');
  const sealed = table && isSecureContext ? await readSealed() : null;
  if (!table || !sealed) return;
  const rows = all<HTMLTableRowElement>('tbody tr', table);
  // The line that this very request wrote came after the page.
  const shown = sealed.lines.slice(0, rows.length);
  let isChanged = false;
  const verify = async () => {
    const last = shown.length - 1;
    const given = shown.map((line, index) =>
      isChanged && index === last
        ? { ...line, text: line.text.replace('"action":"', '"action":"not ') }
        : line,
    );
    const broken = await firstBroken(given, sealed.secret);
    for (const [index, row] of rows.entries()) {
      row.toggleAttribute('data-broken', broken !== -1 && index >= broken);
      const line = given[index];
      if (line) one('[data-action]', row).textContent = (JSON.parse(line.text) as { action: string }).action;
    }
    tell('audit', broken === -1 ? 'good' : 'bad', {
      good: `Verified here: ${shown.length} ${shown.length === 1 ? 'line' : 'lines'}, each sealed with all before it.`,
      bad: `Broken at line ${broken + 1}: it is not what was sealed.`,
    });
  };
  const button = one<HTMLButtonElement>('[data-tamper]');
  button.onclick = () => {
    isChanged = !isChanged;
    button.textContent = isChanged ? 'Change it back' : 'Change one line';
    void verify();
  };
  await verify();
}

/** `null` if the site does not answer. */
async function readSealed(): Promise<Sealed | null> {
  try {
    return (await (await fetch('/file/audit.json')).json()) as Sealed;
  } catch {
    // Who leaves the page ends the call too.
    check('audit').textContent = 'The site did not send the sealed lines. Reload the page to verify them.';
    return null;
  }
}

/** The first line whose link is not that of the line and the link before; -1 if there is none. */
async function firstBroken(lines: Sealed['lines'], secret: string): Promise<number> {
  let before = '';
  for (const [index, { text, link }] of lines.entries()) {
    if (!(await verifySealed(`${before}\n${text}`, link, secret))) return index;
    before = link;
  }
  return -1;
}

function tell(name: string, verdict: 'good' | 'bad', texts: { good: string; bad: string }): void {
  check(name).textContent = texts[verdict];
  check(name).dataset['verdict'] = verdict;
}

function check(name: string): HTMLElement {
  return one(`[data-check=${name}]`);
}

function countDown(): void {
  const until = document.querySelector<HTMLElement>('[data-until]');
  if (!until) return;
  const count = () => {
    const left = Math.max(0, Date.parse(until.dataset['until']!) - Date.now());
    until.textContent = `in ${Math.floor(left / 60_000)} minutes and ${Math.floor(left / 1000) % 60} seconds`;
  };
  count();
  setInterval(count, 1000);
}
