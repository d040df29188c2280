/** What the personal details keep to. */
export const detailsLimits = { nationalities: 5 } as const;
