// Objects of an exercise (演练) are marked as such.

/** The exercise to which an alarm, a task or a message belongs; absent: it is real. */
export interface MaybeDrill {
  readonly exerciseId?: string;
}

export const isDrill = ({ exerciseId }: MaybeDrill): boolean => exerciseId !== undefined;
