import { html, nothing } from 'lit';

export interface PrimaryButton {
  label: string;
  /** Omitted on a button that submits its form. */
  press?: () => unknown;
  isBusy?: boolean;
}

/** The main action of a screen. While busy it stays enabled, because a disabled button loses the focus. */
export function primaryButton({ label, press, isBusy = false }: PrimaryButton) {
  return html`
    <button
      type=${press ? 'button' : 'submit'}
      class="primary"
      part="primary"
      aria-disabled=${isBusy ? 'true' : nothing}
      @click=${isBusy ? nothing : press}
    >
      ${isBusy ? html`<span class="spinner"></span>` : nothing}${label}
    </button>
  `;
}
