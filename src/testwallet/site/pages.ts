import { type Exchange, isPresentable, type Offer } from '../Exchanges.ts';
import { faults } from '../faults/faults.ts';
import { people } from '../people.ts';
import { portraitOptions } from '../portraitOptions.ts';
import { Html, html } from './Html.ts';

const DOCUMENTS: Record<string, string> = {
  'urn:eudi:pid:1': 'EU identity (PID)',
  'eu.europa.ec.eudi.pid.1': 'EU identity (PID)',
  'org.iso.18013.5.1.mDL': 'Mobile driving licence',
  'org.iso.23220.photoID.1': 'Photo ID',
};
const FORMATS = { 'dc+sd-jwt': 'SD-JWT VC', mso_mdoc: 'mobile document' };
const PROTOCOLS: Record<string, string> = {
  'openid4vp-v1-signed': 'OpenID4VP, signed',
  'openid4vp-v1-unsigned': 'OpenID4VP, unsigned',
  'org-iso-mdoc': 'ISO 18013-7 annex C',
  'direct_post.jwt': 'OpenID4VP by redirect',
};
const CLAIMS: Record<string, string> = {
  family_name: 'Family name',
  family_name_unicode: 'Family name',
  given_name: 'Given name',
  given_name_unicode: 'Given name',
  birthdate: 'Date of birth',
  birth_date: 'Date of birth',
  nationalities: 'Nationality',
  nationality: 'Nationality',
  picture: 'Portrait',
  portrait: 'Portrait',
  address: 'Address',
  email: 'Email',
  email_address: 'Email',
  phone_number: 'Phone',
  mobile_phone_number: 'Phone',
  issuing_country: 'Issuing country',
};
const SUBJECTS: Record<string, string> = {
  chains: 'Certificates',
  sdJwts: 'SD-JWT VC',
  mdocs: 'Mobile document',
  answers: 'The answer as a whole',
  lists: 'Status list',
};

/** The home page of the wallet: its people, and the settings by which a service trusts it. */
export function homePage(settings: { trust: string; url: string }): Html {
  return layout(
    'Test wallet',
    html`
    <p class="lead">A wallet for trying out and for tests, with an issuer of its own: Utopia. Nobody in it exists, and no service trusts it in live mode.</p>
    <ul class="cards">${people.map(
      ({ id, holder, note }) => html`<li class="card">
        <img src="/portraits/${id}.jpg" alt="" width="72" height="90">
        <div><h2>${holder.givenName} ${holder.familyName}</h2><p>Born ${holder.dateOfBirth} · ${holder.nationality}</p><p class="soft">${note}</p></div>
      </li>`,
    )}</ul>
    <h2>Answer a site</h2>
    <p>Open the demo, choose the scenario <em>Details from a wallet</em>, and press <em>Share from your wallet</em>. A page of your own gets this wallet by one line, in test mode:</p>
    <pre>&lt;script type="module" src="${settings.url}/bridge.js"&gt;&lt;/script&gt;</pre>
    <p>The service trusts it in test mode with this setting:</p>
    <pre>WALLET_TEST_TRUST=${settings.trust}</pre>`,
  );
}

/** The page that a site opens. It waits for the site's request. */
export function waitingPage(): Html {
  return layout(
    'One moment …',
    html`<p class="lead" role="status" data-waiting>Waiting for the page that asks. A page opens this window itself, when you press <em>Share from your wallet</em> there.</p>
    <noscript><p>This page needs JavaScript.</p></noscript>`,
  );
}

/** The person's previous choice, and why it failed. */
interface Earlier {
  problem: string;
  form: URLSearchParams;
}

/** The page on which the person chooses, and shares or refuses. */
export function sharePage(exchange: Exchange, earlier: Earlier | null = null): Html {
  const chosen = (name: string) => earlier?.form.get(name) ?? null;
  const isChosen = (name: string, value: string, at: number) =>
    (chosen(name) === null ? at === 0 : chosen(name) === value) ? 'checked' : '';
  const isSelected = (name: string, value: string) => (chosen(name) === value ? 'selected' : '');
  const { id, origin, name, problems, offers, responseUri } = exchange;
  const groups = Object.keys(faults).map((subject) => faultGroup(subject, offers, chosen('fault')));
  return layout(
    'Share your details?',
    html`
    ${earlier ? html`<p class="banner" role="alert">${earlier.problem}</p>` : ''}
    <p class="lead"><strong>${name ?? origin}</strong> asks for details from your wallet.</p>
    <dl class="who"><dt>Page</dt><dd>${origin}</dd><dt>Signed</dt><dd>${name ? 'yes' : 'no'}</dd></dl>
    ${problems.map((problem) => html`<p class="banner">A real wallet would refuse this request. ${problem}</p>`)}
    <form method="post" action="/requests/${id}" data-share="${responseUri ? 'redirect' : 'page'}" data-origin="${origin}">
      <fieldset><legend>Who are you?</legend><div class="people">${people.map(
        ({ id: personId, holder, note }, at) => html`<label class="person">
          <input type="radio" name="person" value="${personId}" ${isChosen('person', personId, at)}>
          <img src="/portraits/${personId}.jpg" alt="" width="48" height="60">
          <span><strong>${holder.givenName} ${holder.familyName}</strong><small>${note}</small></span>
        </label>`,
      )}</div></fieldset>
      <fieldset><legend>What do you show?</legend>${offers.map((offer, at) => offerChoice(offer, isChosen('offer', offer.id, at)))}</fieldset>
      <fieldset class="lab"><legend>What is wrong with it?</legend>
        <label class="field"><span>Fault</span><select name="fault">
          <option value="">Nothing: an honest answer</option>
          <option value="status" ${isSelected('fault', 'status')}>Nothing, and a status list that says it is valid</option>
          ${groups}
        </select></label>
        <label class="field"><span>Portrait</span><select name="portrait">${Object.entries(
          portraitOptions,
        ).map(
          ([value, label]) =>
            html`<option value="${value}" ${isSelected('portrait', value)}>${label}</option>`,
        )}</select></label>
      </fieldset>
      <div class="actions">
        <button class="primary" name="do" value="share">Share</button>
        <button name="do" value="cancel">Do not share</button>
      </div>
    </form>`,
  );
}

function offerChoice({ id, type, format, request, names }: Offer, checked: string): Html {
  const claims = [
    ...new Set(names.map((name) => CLAIMS[name] ?? (name.startsWith('resident_') ? 'Address' : name))),
  ];
  return html`<label class="offer">
    <input type="radio" name="offer" value="${id}" ${checked} data-format="${format}" data-protocol="${request.protocol}">
    <span><strong>${DOCUMENTS[type] ?? type}</strong><small>${FORMATS[format]} · ${PROTOCOLS[request.protocol] ?? request.protocol}</small><small>${claims.join(', ')}</small></span>
  </label>`;
}

/** The faults of a subject that are possible in at least one of the offers. */
function faultGroup(subject: string, offers: readonly Offer[], chosen: string | null): Html {
  const possible = faults[subject]!.flatMap((fault) => {
    const presentable = offers.filter((offer) => isPresentable(fault, offer));
    return presentable.length > 0 ? [{ fault, ways: presentable }] : [];
  });
  if (possible.length === 0) return html``;
  return html`<optgroup label="${SUBJECTS[subject] ?? subject}">${possible.map(
    ({ fault, ways }) =>
      html`<option value="${fault.name}" data-offers="${ways.map(({ id }) => id).join(' ')}" ${fault.name === chosen ? 'selected' : ''}>${fault.name}: ${fault.code}</option>`,
  )}</optgroup>`;
}

/** A link back to the requesting site, without a script. */
export function backPage(to: string | null, text: string): Html {
  const head = to ? html`<meta http-equiv="refresh" content="0; url=${to}">` : html``;
  const link = to ? html`<p><a class="primary" href="${to}">Go back</a></p>` : html``;
  return layout('Done', html`<p class="lead" role="status">${text}</p>${link}`, head);
}

export function problemPage(text: string): Html {
  return layout(
    'That did not work',
    html`<p class="lead">${text}</p><p>Close this window, or go back to the page that asked.</p>`,
  );
}

function layout(title: string, main: Html, head: Html = html``): Html {
  return html`${new Html('<!doctype html>')}
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Test wallet</title>
    <link rel="stylesheet" href="/wallet.css">
    <link rel="icon" href="data:,">
    <script type="module" src="/wallet.js"></script>${head}
  </head>
  <body>
    <header><a href="/">Test wallet</a><span class="tag">Nothing here is real</span></header>
    <main><h1>${title}</h1>${main}</main>
  </body>
</html>`;
}
