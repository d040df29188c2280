import type { Branding } from '../../contract/branding.ts';
import type { HostedPageData, PageTexts } from '../../contract/hostedPage.ts';
import { noBranding } from '../../contract/noBranding.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import { fillText } from '../../widget/locales/fillText.ts';
import { make } from './make.ts';

type Identity = Omit<Branding, 'frameAncestors'>;

/** The site's identity: on every screen, whatever the branding contains, with ways to contact the site. */
export class Site {
  readonly #root: HTMLElement;
  /** As sent with the page, before the case is known. */
  readonly #sent: HostedPageData['site'];
  readonly #isDark = matchMedia('(prefers-color-scheme: dark)');
  #branding: Identity;
  #isTest: boolean;

  constructor(root: HTMLElement, sent: HostedPageData['site']) {
    this.#root = root;
    this.#sent = sent;
    this.#branding = sent;
    this.#isTest = sent.isTest;
    this.#isDark.onchange = () => this.#paint();
    this.#paint();
  }

  /**
   * Applies the branding of a case.
   * @param branding of its mode; `null` if it has none.
   * @returns whether the page may show the case: a page that may be framed because of the branding of test mode shows no
   * live case in a frame.
   */
  enter({ sessionKey }: ClientSession, branding: Branding | null): boolean {
    this.#branding = branding ?? noBranding;
    this.#isTest = sessionKey.startsWith('idvs_test_');
    this.#paint();
    return this.#isTest || !this.#sent.isTest || window.top === window;
  }

  /** The name of the site, or the host of the page. */
  get name(): string {
    return this.#branding.name ?? location.host;
  }

  /** A text with the site's name and the host. */
  fill(texts: PageTexts, name: keyof PageTexts): string {
    return fillText('en', texts[name], { site: this.name, host: location.host });
  }

  /**
   * Writes the site's name and the host of the page, which no branding can remove.
   * @param isWidget whether the widget is shown, which marks test mode itself.
   */
  write(texts: PageTexts, { isWidget }: { isWidget: boolean }): void {
    this.#part('who').textContent = this.fill(texts, 'who');
    this.#part('host').textContent = this.fill(texts, 'runs');
    const mark = this.#part('mark');
    mark.textContent = texts.testMode;
    mark.hidden = !this.#isTest || isWidget;
    const logo = this.#part('logo') as HTMLImageElement;
    const address = this.#branding.logo;
    logo.hidden = !address;
    if (address && logo.src !== address) logo.src = address;
  }

  /** Contacts of the site for people who need another way. */
  ways(texts: PageTexts): HTMLElement[] {
    const { alternativeUrl } = this.#branding;
    const other = alternativeUrl ? [make('p', {}, linkTo(alternativeUrl, texts.other))] : [];
    return [...other, ...this.#contacts(texts)];
  }

  /** The help links of the site, for the footer. */
  help(texts: PageTexts): HTMLElement[] {
    const { privacyUrl } = this.#branding;
    const privacy = privacyUrl ? [make('p', {}, linkTo(privacyUrl, texts.privacy))] : [];
    const lines = [...this.#contacts(texts), ...privacy];
    return lines.length > 0 ? [make('div', { className: 'help' }, ...lines)] : [];
  }

  #contacts(texts: PageTexts): HTMLElement[] {
    const { helpUrl, supportEmail } = this.#branding;
    const links = [
      ...(helpUrl ? [linkTo(helpUrl, new URL(helpUrl).host)] : []),
      ...(supportEmail ? [linkTo(`mailto:${supportEmail}`, supportEmail)] : []),
    ];
    const [before = '', after = ''] = texts.contact.split('{contact}');
    return links.map((link) => make('p', {}, before, link, after));
  }

  #part(id: string): HTMLElement {
    return document.getElementById(id)!;
  }

  /** Applies the colours of the site, for light or dark mode. */
  #paint(): void {
    const { accent, accentDark } = this.#branding.colors;
    const color = this.#isDark.matches ? accentDark : accent;
    if (color) this.#root.style.setProperty('--idv-color-accent', color);
    else this.#root.style.removeProperty('--idv-color-accent');
  }
}

function linkTo(href: string, textContent: string): HTMLAnchorElement {
  const link = make('a', { href, textContent, rel: 'noreferrer' });
  // Opens in a new tab, so that the person keeps their progress.
  if (link.protocol === 'https:') link.target = '_blank';
  return link;
}
