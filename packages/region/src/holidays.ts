// Statutory holidays of the country, for every region. Holidays on fixed dates: 全国年节及纪念日放假办法 as revised in 2024 (国务院令第795号). Years:
// 国务院办公厅关于2025年部分节假日安排的通知 (国办发明电〔2024〕12号) and 关于2026年部分节假日安排的通知 (国办发明电〔2025〕7号), both from memory and to be verified (待核对). For a year
// that is missing, an officer states whether the day is a holiday.
import type { HolidayCalendar } from '@lookout/domain';

export const HOLIDAYS: HolidayCalendar = {
  everyYear: {
    '01-01': '元旦',
    '05-01': '劳动节',
    '05-02': '劳动节',
    '10-01': '国庆节',
    '10-02': '国庆节',
    '10-03': '国庆节',
  },
  years: {
    '2025': [
      { name: '元旦', from: '2025-01-01', to: '2025-01-01' },
      { name: '春节', from: '2025-01-28', to: '2025-02-04' },
      { name: '清明节', from: '2025-04-04', to: '2025-04-06' },
      { name: '劳动节', from: '2025-05-01', to: '2025-05-05' },
      { name: '端午节', from: '2025-05-31', to: '2025-06-02' },
      { name: '国庆节、中秋节', from: '2025-10-01', to: '2025-10-08' },
    ],
    '2026': [
      { name: '元旦', from: '2026-01-01', to: '2026-01-03' },
      { name: '春节', from: '2026-02-15', to: '2026-02-23' },
      { name: '清明节', from: '2026-04-04', to: '2026-04-06' },
      { name: '劳动节', from: '2026-05-01', to: '2026-05-05' },
      { name: '端午节', from: '2026-06-19', to: '2026-06-21' },
      { name: '中秋节', from: '2026-09-25', to: '2026-09-27' },
      { name: '国庆节', from: '2026-10-01', to: '2026-10-07' },
    ],
  },
};
