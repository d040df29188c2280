/** A copy of the texts with overrides applied. Unknown keys are ignored. */
export function mergeTexts<Texts extends object>(texts: Texts, others: object): Texts {
  const merged = { ...texts } as Record<string, unknown>;
  for (const [key, other] of Object.entries(others)) {
    const text = merged[key];
    if (text === undefined || other === undefined) continue;
    const isGroup = typeof text === 'object' && typeof other === 'object';
    merged[key] = isGroup ? mergeTexts(text as object, other as object) : other;
  }
  return merged as Texts;
}
