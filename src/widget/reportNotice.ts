import { emit, type NoticeCode } from './events.ts';

/** The page that explains each code. */
const PAGE = 'docs/troubleshooting.md';
const warned = new Set<string>();

/**
 * Reports a degraded feature: to the page by `idv-notice`, to its developers by one warning on the console. Never
 * contains a key or input.
 */
export function reportNotice(target: EventTarget, code: NoticeCode, detail: string): void {
  emit(target, 'idv-notice', { code, detail });
  const warning = `<idv-verify> ${code}: ${detail} See ${PAGE}#${code}`;
  if (warned.has(warning)) return;
  warned.add(warning);
  // biome-ignore lint/suspicious/noConsole: the one place where the people who build the page look
  console.warn(warning);
}
