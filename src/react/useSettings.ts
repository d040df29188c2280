import { type RefObject, useRef } from 'react';
import type { IdvVerifyElement } from '../widget/index.ts';
import type { SettingsByName } from './settingsOf.ts';
import { useBrowserEffect } from './useBrowserEffect.ts';

/** Sets properties on the element when they change; one that is no longer given gets back what it was before. */
export function useSettings(element: RefObject<IdvVerifyElement | null>, settings: SettingsByName): void {
  const before = useRef<SettingsByName>({});
  const given = useRef<SettingsByName>({});
  useBrowserEffect(() => {
    const target = element.current as SettingsByName | null;
    if (!target) return;
    const names = new Set([...Object.keys(given.current), ...Object.keys(settings)]) as Set<
      keyof SettingsByName
    >;
    for (const name of names) {
      if (!(name in before.current)) before.current[name] = target[name];
      const value = settings[name] === undefined ? before.current[name] : settings[name];
      if (!Object.is(target[name], value)) target[name] = value;
    }
    given.current = settings;
  });
}
