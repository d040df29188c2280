import { html, nothing } from 'lit';

export interface PrimaryButton {
  label: string;
  /** Left out on a button that sends its form. */
  press?: () => unknown;
  isBusy?: boolean;
}

/** The main action of a screen. While busy it keeps the focus, which a disabled button would drop. */
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
