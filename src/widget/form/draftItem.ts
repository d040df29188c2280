/** Where the tab keeps what was typed, encrypted. */
export const draftItem = 'idv-draft';
