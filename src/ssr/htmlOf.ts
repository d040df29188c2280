import { nothing, type TemplateResult } from 'lit';

/**
 * Renders a template as HTML. Listeners and properties are omitted, because they need a page.
 * @throws TypeError for a directive, which also needs a page.
 */
export function htmlOf(value: unknown): string {
  if (value === nothing || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(htmlOf).join('');
  if (typeof value !== 'object') return escaped(value);
  if (!('strings' in value)) throw new TypeError('Only templates, lists and texts can be rendered here');
  return htmlOfTemplate(value as TemplateResult);
}

function htmlOfTemplate({ strings, values }: TemplateResult): string {
  let html = '';
  for (const [index, text] of strings.entries()) {
    html += text;
    if (index === values.length) break;
    const isInTag = html.lastIndexOf('<') > html.lastIndexOf('>');
    html = isInTag ? withAttribute(html, values[index]) : html + htmlOf(values[index]);
  }
  return html;
}

/** @param html ends at the place of an attribute's value, or of a part of it. */
function withAttribute(html: string, value: unknown): string {
  const [, name = '', quote = ''] = /([.@?]?[\w-]+)=("?)[^"]*$/.exec(html) ?? [];
  if (quote) return html + escaped(value);
  const isLeftOut = /^[.@?]/.test(name) || value === nothing;
  return isLeftOut ? html.slice(0, -name.length - 1) : `${html}"${escaped(value)}"`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(value: unknown): string {
  return String(value).replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);
}
