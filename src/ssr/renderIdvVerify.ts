import { bestLocale } from '../widget/locales/bestLocale.ts';
import { languageTags } from '../widget/locales/languageTags.ts';
import { mergeTexts } from '../widget/locales/mergeTexts.ts';
import type { MessageOverrides } from '../widget/locales/messages.ts';
import { textsOf } from '../widget/locales/textsOf.ts';
import { consentView } from '../widget/steps/consentView.ts';
import { contentStyles } from '../widget/styles/contentStyles.ts';
import { frameStyles } from '../widget/styles/frameStyles.ts';
import { rootStyles } from '../widget/styles/rootStyles.ts';
import { themeStyles } from '../widget/styles/themeStyles.ts';
import { frameTemplate } from '../widget/templates/frameTemplate.ts';
import { htmlOf } from './htmlOf.ts';

export interface RenderOptions {
  /** The language, BCP 47; default: English. */
  locale?: string | undefined;
  /** Further attributes of the element by name, such as `session-url`; `''` for an attribute without a value. */
  attributes?: Record<string, string> | undefined;
  /** The site's own texts, in the form of the property `messages`. Pass the same texts to the element. */
  messages?: MessageOverrides | undefined;
  /**
   * The nonce of the page's policy. Without it, a `style-src` that forbids inline styles leaves the screen unstyled
   * until the script is loaded.
   */
  nonce?: string | undefined;
  /** HTML for the slots, inserted unchanged. */
  content?: string | undefined;
}

/**
 * Renders `<idv-verify>` with its first screen as HTML (Declarative Shadow DOM). It is visible before any script runs,
 * and the element takes it over without flicker. A dialog (`mode="modal"`) has no screen before it opens.
 * @throws TypeError for an invalid attribute name.
 */
export async function renderIdvVerify(options: RenderOptions = {}): Promise<string> {
  const { attributes = {}, content = '' } = options;
  const overrides = options.messages ?? {};
  const locale = await bestLocale([options.locale ?? null], [...languageTags, ...Object.keys(overrides)]);
  const attributeText = Object.entries({ locale: options.locale ?? 'en', ...attributes })
    .map(attribute)
    .join('');
  if (attributes['mode'] === 'modal') return `<idv-verify${attributeText}>${content}</idv-verify>`;
  const messages = mergeTexts(await textsOf(locale, 'start'), overrides[locale] ?? {});
  const screen = consentView(messages);
  const frame = frameTemplate({
    messages,
    step: { render: () => screen },
    turn: 0,
    progress: null,
    isTestMode: false,
    message: '',
    dir: attributes['dir'] ?? null,
    picker: null,
    close: null,
  });
  const nonce = options.nonce === undefined ? '' : attribute(['nonce', options.nonce]);
  const root = `<style${nonce}>${STYLES}</style>${inert(htmlOf(frame))}`;
  return `<idv-verify${attributeText}><template shadowrootmode="open">${root}</template>${content}</idv-verify>`;
}

/** Makes buttons inert until the element replaces them: a press without a listener would be lost. */
function inert(html: string): string {
  return html.replaceAll('<button', '<button disabled').replaceAll(/\s+/g, ' ').trim();
}

/**
 * The styles disable the entry animation: the screen is already displayed when the element adds its own style sheets.
 */
const STYLES = [themeStyles, rootStyles, frameStyles, contentStyles, '.screen{animation:none!important}']
  .map((sheet) => String(sheet))
  .join('')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/\s+/g, ' ');

function attribute([name, value]: [string, string]): string {
  if (!/^[a-z][\w-]*$/i.test(name)) throw new TypeError(`${JSON.stringify(name)} is not an attribute name`);
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}
