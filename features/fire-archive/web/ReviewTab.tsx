// 评估: the cause, how the response went, and what is to be learned.

import { TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Button } from 'antd';
import type { AssessmentDraft } from '../fire-archive.ts';
import { MOST_LESSONS } from '../fire-archive.ts';
import { useFireArchiveMessages } from './messages.ts';

interface Props {
  readonly draft: AssessmentDraft;
  /** null: read-only. */
  readonly onChange: ((change: Partial<AssessmentDraft>) => void) | null;
}

export function ReviewTab({ draft: { cause, review, lessons }, onChange }: Props) {
  const { review: messages } = useFireArchiveMessages();
  const isFixed = onChange === null;
  return (
    <div className="archive-body stack">
      <label className="stack">
        <span className="second">{messages.cause}</span>
        <TextArea
          rows={3}
          most={2_000}
          disabled={isFixed}
          value={cause ?? ''}
          onChange={({ target }) => onChange?.({ cause: target.value })}
        />
      </label>
      <label className="stack">
        <span className="second">{messages.review}</span>
        <TextArea
          rows={9}
          most={5_000}
          placeholder={messages.reviewHint}
          disabled={isFixed}
          value={review ?? ''}
          onChange={({ target }) => onChange?.({ review: target.value })}
        />
      </label>
      <h3>{messages.lessons}</h3>
      <ol className="archive-lessons">
        {lessons.map((lesson, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lesson has no other name than its number
          <li key={index} className="line">
            <TextInput
              aria-label={messages.lesson(index + 1)}
              most={500}
              disabled={isFixed}
              value={lesson}
              onChange={({ target }) => onChange?.({ lessons: lessons.map((one, at) => (at === index ? target.value : one)) })}
            />
            {onChange && (
              <Button size="small" onClick={() => onChange({ lessons: lessons.filter((_, at) => at !== index) })}>
                {messages.remove}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {onChange && lessons.length < MOST_LESSONS && <Button onClick={() => onChange({ lessons: [...lessons, ''] })}>{messages.add}</Button>}
    </div>
  );
}
