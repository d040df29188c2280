/** Maximum number of nationalities of a person. */
export const detailsLimits = { nationalities: 5 } as const;
