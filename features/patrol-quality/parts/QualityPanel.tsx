// 巡护质量: each ranger's month with its questions, or the forest that nobody saw by grid, with its picture on the globe.
import { InfoCircleOutlined } from '@ant-design/icons';
import { beijingDayText } from '@lookout/domain';
import { useNow } from '@lookout/web/shared/services.ts';
import { GridFilter } from '@lookout/web/shared/table/filters.tsx';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { Button, DatePicker, Popover, Segmented } from 'antd';
import dayjs from 'dayjs';
import { isMonth } from '../patrol-quality.ts';
import { GridGaps } from './GridGaps.tsx';
import { usePatrolQualityMessages } from './messages.ts';
import { RangerMonths } from './RangerMonths.tsx';
import './patrol-quality.css';

const VIEWS = ['ranger', 'grid'] as const;
const MONTH_LENGTH = 'YYYY-MM'.length;

/** The month in the URL; the present one if the URL has none, an invalid one or one to come. */
function useMonth(url: UrlState): { readonly month: string; readonly present: string } {
  const present = beijingDayText(useNow()).slice(0, MONTH_LENGTH);
  const asked = url.get('month');
  return { present, month: asked !== null && isMonth(asked) && asked <= present ? asked : present };
}

export function QualityPanel({ url }: { readonly url: UrlState }) {
  const messages = usePatrolQualityMessages();
  const by = oneOf(VIEWS, url.get('by')) ?? 'ranger';
  const { month, present } = useMonth(url);
  return (
    <section className="patrol-quality panel" data-by={by} aria-label={messages.title}>
      <header className="line">
        <h2>{messages.title}</h2>
        <Segmented
          aria-label={messages.by}
          value={by}
          options={VIEWS.map((value) => ({ value, label: messages.views[value] }))}
          onChange={(next) => url.set({ by: next === 'ranger' ? null : next, page: null, county: null, seenBy: null })}
        />
        <DatePicker
          picker="month"
          allowClear={false}
          aria-label={messages.month}
          value={dayjs(`${month}-01`)}
          maxDate={dayjs(`${present}-01`).endOf('month')}
          onChange={(next) => next && url.set({ month: next.format('YYYY-MM') === present ? null : next.format('YYYY-MM'), page: null })}
        />
        <GridFilter url={url} />
        <span className="gap" />
        <Popover trigger="click" placement="bottomRight" title={messages.rules} content={<Rules />}>
          <Button size="small" icon={<InfoCircleOutlined aria-hidden />}>
            {messages.rules}
          </Button>
        </Popover>
      </header>
      {by === 'ranger' ? <RangerMonths url={url} month={month} /> : <GridGaps url={url} month={month} />}
    </section>
  );
}

function Rules() {
  const { ruleList } = usePatrolQualityMessages();
  return (
    <ul className="patrol-quality-rules">
      {ruleList.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
