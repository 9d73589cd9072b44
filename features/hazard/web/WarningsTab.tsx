// The warnings of the grid, newest first, with their actions in place.
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { useClient } from '@lookout/web/shared/services.ts';
import {
  ChoiceFilter,
  choices,
  GridFilter,
  NoRows,
  ResetFilters,
  TextFilter,
  useGridFilter,
  WindowFilter,
} from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, type UrlState } from '@lookout/web/shared/url-state.ts';
import { HAZARD_WARNING_LEVELS, type HazardWarning } from '../hazard.ts';
import { readWarningFilter, WARNING_FILTERS } from './filter.ts';
import { CauseText, causeUnit, LevelTag } from './HazardTags.tsx';
import { useHazardMessages } from './messages.ts';
import { answersText, WarningAnswers } from './WarningAnswers.tsx';

const POLL_MS = 60_000;

export function WarningsTab({ url, onChoose }: { readonly url: UrlState; readonly onChoose: (hazardId: string) => void }) {
  const messages = useHazardMessages();
  const client = useClient();
  const filter = readWarningFilter(url);
  const query = { ...filter, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: ['hazards', 'warnings'], filter: query, call: client.hazard.hazardWarningPage, everyMs: POLL_MS });
  const { fields, any } = messages;
  const empty = {
    empty: messages.noWarnings,
    emptyHint: messages.noWarningsHint,
    noneFound: messages.noWarningFound,
    noneFoundHint: messages.noWarningFoundHint,
  };
  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={fields.name} width={150} />
        <ChoiceFilter
          url={url}
          name="color"
          label={any.warningLevel}
          width={132}
          options={choices(HAZARD_WARNING_LEVELS, messages.warningLevels)}
        />
        <ChoiceFilter
          url={url}
          name="open"
          label={any.open}
          width={112}
          options={[
            { value: 'yes', label: messages.isOpen },
            { value: 'no', label: messages.isClosed },
          ]}
        />
        <WindowFilter url={url} labels={messages} covers="until now" />
        <GridFilter url={url} />
        {(isNarrowed(filter) || url.get('grid') !== null) && <ResetFilters url={url} names={WARNING_FILTERS} label={messages.reset} />}
      </search>
      <PagedTable<Named<HazardWarning>>
        table="hazard-warnings"
        name={`${messages.title}${messages.tabs.warnings}`}
        {...page}
        width={976}
        empty={<NoRows isNarrowed={isNarrowed(filter)} messages={empty} />}
        columns={[
          {
            key: 'level',
            title: fields.warning,
            width: 84,
            text: ({ level }) => (level === null ? messages.lifted : messages.warningLevels[level]),
            render: (_, { level }) => <LevelTag level={level} />,
          },
          {
            key: 'name',
            title: fields.name,
            width: 170,
            text: ({ hazardName }) => hazardName,
            render: (_, { hazardId, hazardName }) => (
              <button type="button" className="link-button" onClick={() => onChoose(hazardId)}>
                {hazardName}
              </button>
            ),
          },
          { key: 'grid', dataIndex: 'gridName', title: fields.grid, width: 96, ellipsis: true },
          {
            key: 'cause',
            title: fields.cause,
            width: 230,
            text: ({ cause }) => messages.cause(cause, causeUnit(cause, messages.perHour)),
            render: (_, { cause }) => <CauseText cause={cause} />,
          },
          { key: 'people', dataIndex: 'people', title: fields.people, width: 84, className: 'tabular', align: 'right' },
          {
            key: 'raised',
            title: fields.raised,
            width: 110,
            className: 'tabular',
            text: ({ raisedAt }) => formatTime(raisedAt),
            render: (_, { raisedAt }) => <span title={formatTime(raisedAt)}>{dayAndMinute(raisedAt)}</span>,
          },
          {
            key: 'answers',
            title: fields.answers,
            // Fixed, so that the actions are visible on a laptop without scrolling.
            fixed: 'end',
            width: 200,
            text: (warning) => answersText(warning, messages).join(marks().semicolon),
            render: (_, warning) => <WarningAnswers warning={warning} />,
          },
        ]}
      />
    </>
  );
}
