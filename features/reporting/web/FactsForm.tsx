// The facts of a fire that no data contains, entered one by one, next to the facts from the data. The deadlines follow from both.

import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Select, Skeleton } from 'antd';
import {
  type FactSheet,
  FOREST_KINDS,
  type ForestKind,
  NOTED_FACTS,
  type NotedBy,
  type NotedFact,
  type NotedFacts,
} from '../reporting-rule.ts';
import { type ReportingMessages, useReportingMessages } from './messages.ts';

const FACTS = 'reporting-facts';
const MOST = 10_000_000;
const KILOMETRE = 1_000;
const metresText = (metres: number): string => (metres < KILOMETRE ? `${Math.round(metres)} m` : `${(metres / KILOMETRE).toFixed(1)} km`);

type Entry = 'number' | 'count' | 'yes-no' | 'forest';
const entries = {
  areaHectares: 'number',
  dead: 'count',
  badlyHurt: 'count',
  threat: 'yes-no',
  forest: 'forest',
  holiday: 'yes-no',
  media: 'yes-no',
  help: 'yes-no',
} as const satisfies Record<NotedFact, Entry>;

export function FactsForm({ alarmId }: { readonly alarmId: string }) {
  const messages = useReportingMessages();
  const { noting } = messages;
  const client = useClient();
  const queries = useQueryClient();
  const mayAct = useRight('act-on-alarms');
  const { isBusy, failed, send } = useSend({ failure: messages.failed });
  const facts = useCall([FACTS, alarmId], client.reporting.reportingFacts, { query: { alarmId } });
  const note = (fact: NotedFact, value: NotedFacts[NotedFact]) =>
    send(async () => {
      queries.setQueryData([FACTS, alarmId], await client.reporting.noteReportingFact({ body: { alarmId, fact, value }, silent: true }));
    });
  if (facts.isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (facts.data === undefined) return <LoadFailed error={facts.error} onRetry={() => void facts.refetch()} />;
  const known = new Map(facts.data.noted.map((one) => [one.fact, one]));
  return (
    <div className="reporting-facts">
      <p className="second">{noting.hint}</p>
      {NOTED_FACTS.map((fact) => (
        <FactRow key={fact} fact={fact} noted={known.get(fact)} isDisabled={isBusy || !mayAct} onNote={(value) => void note(fact, value)} />
      ))}
      {failed !== null && <Alert type="error" showIcon role="alert" title={failed} />}
      <strong>{noting.known}</strong>
      <ul>
        {dataLines(facts.data, messages).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

interface FactRowProps {
  readonly fact: NotedFact;
  readonly noted: NotedBy | undefined;
  readonly isDisabled: boolean;
  readonly onNote: (value: NotedFacts[NotedFact]) => void;
}

function FactRow({ fact, noted, isDisabled, onNote }: FactRowProps) {
  const messages = useReportingMessages();
  const { noting } = messages;
  const entry = entries[fact];
  const name = messages.facts[fact];
  return (
    <div className="line reporting-fact">
      <span>{name}</span>
      <span className="gap" />
      {entry === 'number' || entry === 'count' ? (
        <NumberEntry
          name={name}
          isWhole={entry === 'count'}
          value={noted?.value as number | undefined}
          isDisabled={isDisabled}
          onNote={onNote}
        />
      ) : (
        <Select<string>
          aria-label={name}
          className="reporting-entry"
          placeholder={noting.choose}
          disabled={isDisabled}
          value={noted === undefined ? null : String(noted.value)}
          options={
            entry === 'forest'
              ? FOREST_KINDS.map((kind) => ({ value: kind, label: messages.forests[kind] }))
              : [
                  { value: 'true', label: messages.yes },
                  { value: 'false', label: messages.no },
                ]
          }
          onChange={(value) => onNote(entry === 'forest' ? (value as ForestKind) : value === 'true')}
        />
      )}
      <span className="second tabular reporting-by">
        {noted === undefined ? noting.unknown : noting.by(noted.by, dayAndMinute(noted.at))}
      </span>
    </div>
  );
}

interface NumberEntryProps {
  readonly name: string;
  readonly isWhole: boolean;
  readonly value: number | undefined;
  readonly isDisabled: boolean;
  readonly onNote: (value: number) => void;
}

/** The value is saved on blur or Enter, because a partly typed number is not a fact. */
function NumberEntry({ name, isWhole, value, isDisabled, onNote }: NumberEntryProps) {
  const noteIfNew = (text: string) => {
    const typed = Number(text);
    if (text.trim() !== '' && Number.isFinite(typed) && typed >= 0 && typed !== value) onNote(isWhole ? Math.round(typed) : typed);
  };
  return (
    <NumberInput
      // A value from the server replaces the typed text.
      key={value ?? 'none'}
      aria-label={name}
      className="reporting-entry"
      min={0}
      max={MOST}
      isWhole={isWhole}
      {...(value !== undefined && { defaultValue: value })}
      disabled={isDisabled}
      onBlur={({ target }) => noteIfNew(target.value)}
      onPressEnter={({ target }) => (target as HTMLInputElement).blur()}
    />
  );
}

function dataLines({ areaHectares, pixels, borders, facilities, holiday }: FactSheet, { noting }: ReportingMessages): string[] {
  const distances = (['county', 'prefecture', 'province'] as const).flatMap((level) => {
    const metres = borders[level];
    return metres === undefined ? [] : [`${noting.border[level]} ${metresText(metres)}`];
  });
  const day = holiday === null ? noting.unknownDay : holiday === false ? noting.ordinaryDay : noting.holiday(holiday);
  return [
    areaHectares === null ? noting.noArea : noting.area(areaHectares.toFixed(1)),
    noting.pixels(pixels),
    distances.length === 0 ? noting.noBorders : noting.borders(distances),
    ...(facilities.length === 0 ? [noting.noFacility] : facilities.map(({ name, metres }) => noting.facility(name, metresText(metres)))),
    day,
  ];
}
