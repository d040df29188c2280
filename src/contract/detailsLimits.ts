/** How many nationalities a person may give. */
export const detailsLimits = { nationalities: 5 } as const;
