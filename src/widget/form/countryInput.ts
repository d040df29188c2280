import type { TemplateResult } from 'lit';

export interface CountryFieldParts {
  label: string;
  hint?: string | undefined;
  isOptional?: boolean;
  autocomplete?: string;
  /** Called in addition to storing the choice. */
  chosen?: () => void;
}

/** The interface of a country field for the screens. */
export interface CountryInput {
  render(parts: CountryFieldParts): TemplateResult;
  /** Whether the typed text matches no country. */
  readonly isUnknown: boolean;
}
