import type { TemplateResult } from 'lit';

export interface CountryFieldParts {
  label: string;
  hint?: string | undefined;
  isOptional?: boolean;
  autocomplete?: string;
  /** Called in addition to storing the choice. */
  chosen?: () => void;
}

/** The field for a country, as the screens use it. */
export interface CountryInput {
  render(parts: CountryFieldParts): TemplateResult;
  /** Whether something was typed that names no country. */
  readonly isUnknown: boolean;
}
