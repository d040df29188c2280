import { IdvVerifyElement } from '../widget/register.ts';
import type { IdvVerifyProps } from './IdvVerifyProps.ts';

/** Properties of the element, by name. */
export type SettingsByName = Partial<Record<keyof IdvVerifyElement, unknown>>;

/** Parts the element's own properties, which are set on it, from attributes, which React writes. */
export function settingsOf(props: IdvVerifyProps): {
  settings: SettingsByName;
  attributes: Record<string, unknown>;
} {
  const attributes: Record<string, unknown> = { ...props };
  const settings: SettingsByName = {};
  for (const name of Object.keys(IdvVerifyElement.properties) as (keyof IdvVerifyElement)[]) {
    if (!(name in attributes)) continue;
    settings[name] = attributes[name];
    delete attributes[name];
  }
  return { settings, attributes };
}
