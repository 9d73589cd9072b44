// The details that a line of an alarm's history may have.

export type DetailField =
  | 'verdict'
  | 'fireType'
  | 'judgeNote'
  | 'outcome'
  | 'state'
  | 'fromGridName'
  | 'from'
  | 'to'
  | 'changes'
  | 'renovated'
  | 'members'
  | 'priority'
  | 'content'
  | 'text'
  | 'photos'
  | 'receivers'
  | 'archived'
  | 'due'
  | 'note'
  | 'reason';
