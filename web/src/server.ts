/** Whether there is a Tenchips server behind these pages: `make static` builds them without. */
export const HAS_SERVER = import.meta.env.MODE !== 'static'
