import type { en } from './en.ts';

/** Every text of the widget in one language, with its direction. English is the shape that the others fill. */
export type Locale = typeof en;
