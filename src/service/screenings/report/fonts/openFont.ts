import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

interface Anchors {
  applyAnchor(mark: unknown, base: unknown, index: number): void;
}

/**
 * Opens a font.
 * @param name tells it from the other parts of its family, which call themselves the same.
 */
export function openFont(path: string, name: string): Font {
  const font = create(readFileSync(path)) as Font;
  Object.defineProperty(font, 'postscriptName', { value: name });
  const { _layoutEngine: layout } = font as unknown as {
    _layoutEngine: { engine?: { GPOSProcessor?: Anchors } };
  };
  const anchors = layout.engine?.GPOSProcessor;
  // fontkit 2.0.4 throws where a letter has no place for a mark, as in Gurmukhi; OpenType leaves such a mark where it is.
  // May go once it tests for null: https://learn.microsoft.com/typography/opentype/spec/gpos#anchor-table
  const apply = anchors?.applyAnchor.bind(anchors);
  if (anchors && apply)
    anchors.applyAnchor = (mark, base, index) => (base ? apply(mark, base, index) : undefined);
  return font;
}
