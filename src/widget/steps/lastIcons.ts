import { svg } from 'lit';
import { icon } from '../templates/icon.ts';

/** The drawings of the last screens. */
export const lastIcons = {
  clock: () => icon('clock', svg`<circle cx="12" cy="12" r="9" /><path d="M12 7v5l3.5 2" />`),
  check: () => icon('check', svg`<path d="m5 12.5 4.6 4.5L19 7.5" />`),
};
