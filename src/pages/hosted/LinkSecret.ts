/** What the page notes in its history entry, for a reload. */
interface Noted {
  /** The secret, until it is redeemed. */
  secret?: string | undefined;
  /** The case that is shown. */
  caseId?: string | undefined;
}

/**
 * The secret of the link. Its URL loses it at once; the history entry, which is the tab's own, has it until the link is
 * redeemed, so that the page can be reloaded. After that only this object has it.
 */
export class LinkSecret {
  readonly #base: string;
  /** Empty if this page was not opened with a link. */
  readonly value: string;
  /** The case that was shown before a reload. */
  readonly caseId: string | undefined;

  constructor(base: string) {
    const noted = history.state as Noted | null;
    const isOpened = location.pathname.endsWith('/verify/');
    this.#base = base;
    this.value = isOpened ? location.hash.slice(1) : (noted?.secret ?? '');
    this.caseId = noted?.caseId;
    if (isOpened) this.#note({ secret: this.value });
  }

  /** The link, to be opened in another browser; empty without a secret. */
  get address(): string {
    return this.value && `${location.origin}${this.#base}/verify/#${this.value}`;
  }

  /** Removes the secret from the history entry: the cookie continues the case. */
  redeemed(caseId: string, fragment: string): void {
    this.#note({ caseId }, fragment);
  }

  /** Before a reload: without a cookie, in a frame of another site, only the link continues the case. */
  keepForReload(): void {
    if (this.value)
      this.#note({ caseId: (history.state as Noted | null)?.caseId, secret: this.value }, location.hash);
  }

  /** The link has ended. */
  forget(): void {
    this.#note({});
  }

  /** The widget has marks of its own in the entry. */
  #note({ secret, caseId }: Noted, fragment = ''): void {
    history.replaceState({ ...history.state, secret, caseId }, '', `${this.#base}/verify${fragment}`);
  }
}
