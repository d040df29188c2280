// The file of a case: verifies in this browser what the page says, and counts down to the erasure.
const check = (name) => document.querySelector(`[data-check=${name}]`);

const words = document.querySelector('[data-words]');
if (words && crypto.subtle) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.textContent));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  tell('consent', hash === document.querySelector('[data-hash]').textContent, {
    good: 'Verified here: these words have this SHA-256.',
    bad: 'These words do not have this SHA-256.',
  });
}

const audit = document.querySelector('[data-audit]');
const sealed = audit && crypto.subtle ? await readSealed() : null;
if (sealed) {
  const { secret, lines } = sealed;
  // The line that this very request wrote came after the page.
  const shown = lines.slice(0, audit.tBodies[0].rows.length);
  let isChanged = false;
  const verify = async () => {
    const at = shown.length - 1;
    const given = shown.map((line, index) =>
      isChanged && index === at ? { ...line, text: line.text.replace('"action":"', '"action":"not ') } : line,
    );
    const broken = await firstBroken(given, secret);
    for (const [index, row] of [...audit.tBodies[0].rows].entries()) {
      row.toggleAttribute('data-broken', broken !== -1 && index >= broken);
      if (given[index]) row.querySelector('[data-action]').textContent = JSON.parse(given[index].text).action;
    }
    tell('audit', broken === -1, {
      good: `Verified here: ${shown.length} ${shown.length === 1 ? 'line' : 'lines'}, each sealed with all before it.`,
      bad: `Broken at line ${broken + 1}: it is not what was sealed.`,
    });
  };
  const button = document.querySelector('[data-tamper]');
  button.onclick = async () => {
    isChanged = !isChanged;
    button.textContent = isChanged ? 'Change it back' : 'Change one line';
    await verify();
  };
  await verify();
}

/** The sealed lines and the secret to verify them with; `null` if the site does not answer. */
async function readSealed() {
  try {
    return await (await fetch('/file/audit.json')).json();
  } catch {
    // Who leaves the page ends the call too.
    check('audit').textContent = 'The site did not send the sealed lines. Reload the page to verify them.';
    return null;
  }
}

/** The first line whose link is not that of the line and the link before; -1 if there is none. */
async function firstBroken(lines, secret) {
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  let before = '';
  for (const [index, { text, link }] of lines.entries()) {
    const bytes = Uint8Array.from(atob(link), (character) => character.charCodeAt(0));
    const sealed = new TextEncoder().encode(`${before}\n${text}`);
    if (!(await crypto.subtle.verify('HMAC', key, bytes, sealed))) return index;
    before = link;
  }
  return -1;
}

function tell(name, isGood, { good, bad }) {
  check(name).textContent = isGood ? good : bad;
  check(name).dataset.verdict = isGood ? 'good' : 'bad';
}

const until = document.querySelector('[data-until]');
if (until) {
  const count = () => {
    const left = Math.max(0, Date.parse(until.dataset.until) - Date.now());
    until.textContent = `in ${Math.floor(left / 60_000)} minutes and ${Math.floor(left / 1000) % 60} seconds`;
  };
  count();
  setInterval(count, 1000);
}
