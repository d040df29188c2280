import { svg } from 'lit';
import { icon } from '../../templates/icon.ts';

const TIPS = {
  light: svg`<circle cx="12" cy="12" r="4" /><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />`,
  glasses: svg`<circle cx="7" cy="13.5" r="3.5" /><circle cx="17" cy="13.5" r="3.5" /><path d="M10.5 13a1.6 1.6 0 0 1 3 0M3.5 13l1.7-5M20.5 13l-1.7-5" />`,
  phone: svg`<rect x="7" y="3" width="10" height="18" rx="2" /><path d="M11 18h2" />`,
};

/** The drawing of a tip. */
export function tipIcon(name: keyof typeof TIPS) {
  return icon(name, TIPS[name]);
}
