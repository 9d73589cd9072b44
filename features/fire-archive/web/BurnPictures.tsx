// The file inputs of a computation: each file is chosen or dropped into its place, and its error is shown there.

import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { Checkbox, DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { BurnPictureRole } from '../burn-severity.ts';
import { type ChosenPictures, dayInName, type PictureSet, ROLES_OF } from './burn-mapping.ts';
import { useFireArchiveMessages } from './messages.ts';

const DAY = 'YYYY-MM-DD';
const BYTES_PER_MEGABYTE = 1024 * 1024;

export interface PictureEntry {
  readonly set: PictureSet;
  readonly files: ChosenPictures;
  readonly beforeDay: string | null;
  readonly afterDay: string | null;
  readonly radiusKilometres: number;
  /** Whether the stored values include Sentinel-2's offset. */
  readonly isOffset: boolean;
}

export const NO_PICTURES: PictureEntry = {
  set: 'two',
  files: {},
  beforeDay: null,
  afterDay: null,
  radiusKilometres: 20,
  isOffset: false,
};

interface Props {
  readonly entry: PictureEntry;
  /** Faults by the picture's role. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (entry: PictureEntry) => void;
}

export function BurnPictures({ entry, faults, onChange }: Props) {
  const { burn: messages } = useFireArchiveMessages();
  const choose = (role: BurnPictureRole, file: File) => {
    const day = dayInName(file.name);
    const isBefore = role.startsWith('before');
    onChange({
      ...entry,
      files: { ...entry.files, [role]: file },
      beforeDay: (isBefore ? day : null) ?? entry.beforeDay,
      afterDay: (isBefore ? null : day) ?? entry.afterDay,
    });
  };
  const dayPicker = (name: 'beforeDay' | 'afterDay') => (
    <div className="stack">
      <span className="second">{messages[name]}</span>
      <DatePicker
        aria-label={messages[name]}
        value={entry[name] === null ? null : dayjs(entry[name])}
        disabledDate={(date) => date.isAfter(dayjs(), 'day')}
        onChange={(date) => onChange({ ...entry, [name]: date?.format(DAY) ?? null })}
      />
    </div>
  );
  return (
    <>
      <Segmented<PictureSet>
        size="small"
        aria-label={messages.files}
        value={entry.set}
        options={[
          { value: 'two', label: messages.two },
          { value: 'four', label: messages.four },
        ]}
        onChange={(set) => onChange({ ...entry, set, files: {} })}
      />
      <p className="second">{entry.set === 'two' ? messages.twoHint : messages.fourHint}</p>
      <div className="archive-pictures-in">
        {ROLES_OF[entry.set].map((role) => (
          <PicturePlace key={role} role={role} file={entry.files[role]} fault={faults[role]} onChoose={(file) => choose(role, file)} />
        ))}
      </div>
      <div className="pair">
        {dayPicker('beforeDay')}
        {dayPicker('afterDay')}
      </div>
      <div className="line">
        <span className="gap">{messages.radius}</span>
        <NumberInput
          aria-label={messages.radius}
          min={1}
          max={100}
          isWhole
          value={entry.radiusKilometres}
          onChange={(value) => onChange({ ...entry, radiusKilometres: value ?? NO_PICTURES.radiusKilometres })}
        />
      </div>
      <Checkbox checked={entry.isOffset} onChange={({ target }) => onChange({ ...entry, isOffset: target.checked })}>
        {messages.offset}
      </Checkbox>
    </>
  );
}

interface PlaceProps {
  readonly role: BurnPictureRole;
  readonly file: File | undefined;
  readonly fault: string | undefined;
  readonly onChoose: (file: File) => void;
}

function PicturePlace({ role, file, fault, onChoose }: PlaceProps) {
  const { burn: messages } = useFireArchiveMessages();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first) onChoose(first);
  };
  return (
    <div className="stack">
      <label
        className="archive-picture-place"
        data-over={isOver}
        data-bad={fault !== undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <strong>{messages.roles[role]}</strong>
        <span className="second cut">
          {file === undefined ? messages.drop : messages.chosen(file.name, (file.size / BYTES_PER_MEGABYTE).toFixed(1))}
        </span>
        <input
          type="file"
          className="visually-hidden"
          accept=".tif,.tiff"
          aria-label={messages.roles[role]}
          onChange={({ target }) => {
            take(target.files);
            target.value = '';
          }}
        />
      </label>
      {fault !== undefined && (
        <p role="alert" className="field-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
