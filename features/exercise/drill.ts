// Objects of an exercise (演练) are marked as such.

/** On alarms, tasks and messages: the exercise they belong to; absent: real. */
export interface MaybeDrill {
  readonly exerciseId?: string;
}

export const isDrill = ({ exerciseId }: MaybeDrill): boolean => exerciseId !== undefined;
