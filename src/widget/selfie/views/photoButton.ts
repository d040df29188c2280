import { html } from 'lit';

export interface PhotoButton {
  label: string;
  isPrimary?: boolean;
  upload: (photo: Blob) => unknown;
}

/** Chooses a photo: a file, or whatever else the device offers. */
export function photoButton({ label, upload, isPrimary = false }: PhotoButton) {
  const open = ({ currentTarget }: Event) =>
    ((currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click();
  const chosen = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const photo = input.files?.[0];
    // So that choosing the same file again counts as a change.
    input.value = '';
    if (photo) upload(photo);
  };
  return html`
    <button
      type="button"
      class=${isPrimary ? 'primary' : 'plain'}
      part=${isPrimary ? 'primary' : 'secondary'}
      @click=${open}
    >
      ${label}
    </button>
    <input
      type="file"
      accept="image/jpeg,image/png,image/webp"
      hidden
      aria-label=${label}
      @change=${chosen}
    />
  `;
}
