// 损失: casualties, and what was lost, each item with its unit.

import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Button, Select } from 'antd';
import type { AssessmentDraft } from '../fire-archive.ts';
import { LOSS_ITEMS, LOSS_UNITS, type Loss, lossYuan, MOST_LOSSES } from '../fire-archive.ts';
import { useFireArchiveMessages } from './messages.ts';

interface Props {
  readonly draft: AssessmentDraft;
  /** null: read-only. */
  readonly onChange: ((change: Partial<AssessmentDraft>) => void) | null;
}

const PEOPLE = ['dead', 'badlyHurt', 'slightlyHurt'] as const;
const MOST_PEOPLE = 100_000;

export function LossesTab({ draft: { casualties, losses }, onChange }: Props) {
  const { losses: messages } = useFireArchiveMessages();
  const isFixed = onChange === null;
  const put = (index: number, change: Partial<Loss>) =>
    onChange?.({ losses: losses.map((loss, at) => (at === index ? { ...loss, ...change } : loss)) });
  return (
    <div className="archive-body stack">
      <h3>{messages.casualties}</h3>
      <div className="archive-people">
        {PEOPLE.map((kind) => (
          <div key={kind} className="stack">
            <label className="second" htmlFor={`record-${kind}`}>
              {messages[kind]}
            </label>
            <NumberInput
              id={`record-${kind}`}
              min={0}
              max={MOST_PEOPLE}
              isWhole
              disabled={isFixed}
              value={casualties[kind]}
              onChange={(value) => onChange?.({ casualties: { ...casualties, [kind]: value ?? 0 } })}
            />
          </div>
        ))}
      </div>
      <h3>{messages.list}</h3>
      {losses.length === 0 && <p className="second">{messages.none}</p>}
      <ul className="archive-losses">
        {losses.map((loss, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a loss has no other name than its place in the list
          <li key={index} className="stack">
            <div className="line">
              <Select
                style={{ flex: 1 }}
                aria-label={messages.item}
                disabled={isFixed}
                value={loss.item}
                options={LOSS_ITEMS.map((value) => ({ value, label: messages.items[value] }))}
                onChange={(item) => put(index, { item })}
              />
              <NumberInput
                style={{ width: 150 }}
                aria-label={messages.quantity}
                min={0}
                disabled={isFixed}
                value={loss.quantity}
                suffix={messages.units[LOSS_UNITS[loss.item]]}
                onChange={(quantity) => put(index, { quantity: quantity ?? 0 })}
              />
              <NumberInput
                style={{ width: 150 }}
                aria-label={messages.yuan}
                placeholder={messages.yuan}
                min={0}
                disabled={isFixed}
                value={loss.yuan}
                onChange={(yuan) => put(index, { yuan })}
              />
            </div>
            <div className="line">
              <TextInput
                aria-label={messages.note}
                placeholder={messages.note}
                most={200}
                disabled={isFixed}
                value={loss.note ?? ''}
                onChange={({ target }) => put(index, { note: target.value })}
              />
              {onChange && (
                <Button size="small" onClick={() => onChange({ losses: losses.filter((_, at) => at !== index) })}>
                  {messages.remove}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {onChange && losses.length < MOST_LOSSES && (
        <Button onClick={() => onChange({ losses: [...losses, { item: 'timber', quantity: 0, yuan: null, note: null }] })}>
          {messages.add}
        </Button>
      )}
      {losses.length > 0 && <p className="tabular">{messages.sum(lossYuan(losses).toLocaleString('en-US'))}</p>}
    </div>
  );
}
