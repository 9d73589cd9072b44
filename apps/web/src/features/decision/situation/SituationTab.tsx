/** 态势与文书 of a fire. */
export const SituationTab = (_: { readonly fireId: string }) => null;
