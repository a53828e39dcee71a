/*
 * Replays LinkBench requests, which io.ibench.bench.TraceFile has written, with libmariadb alone: the same
 * statements, round trips and connections as ibench's adapter, every column of every row fetched. It draws nothing,
 * measures no operation and recovers from nothing.
 *
 * Usage: replay HOST PORT SOCKET USER PASSWORD DATABASE TRACE... ; one thread for each trace; SOCKET - for TCP.
 * It answers lines on its standard input as io.ibench.bench.SideProcess asks them: "ready" and "replay", which
 * answers requests per second, microseconds of the process' CPU per request, and 0.
 */
#include <mysql.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ADD_NODE, UPDATE_NODE, DELETE_NODE, GET_NODE, ADD_LINK, DELETE_LINK, UPDATE_LINK, COUNT_LINK,
       MULTIGET_LINK, GET_LINKS_LIST };

#define EPOCH_MILLIS 1700000000000LL
#define LIST_SIZES 8
#define MOST_PARAMETERS 130
#define LINK_COLUMNS "SELECT id1, id2, link_type, visibility, data, time, version FROM linktable"
#define COUNT_AND_COMMIT(start, step)                                                                    \
  "BEGIN NOT ATOMIC INSERT INTO counttable (id, link_type, time, count, version) VALUES (?, ?, ?, " start \
  ", 1) ON DUPLICATE KEY UPDATE time = VALUES(time), count = count + (" step                              \
  "), version = version + (1); COMMIT; END"

/* A prepared statement with its parameters and, if it reads, its row. */
typedef struct {
  MYSQL_STMT *statement;
  MYSQL_BIND parameters[MOST_PARAMETERS];
  int64_t numbers[MOST_PARAMETERS];
  MYSQL_BIND columns[7];
  int64_t values[7];
  char data[65536];
  unsigned long data_length;
} Prepared;

/* A thread, its two connections and its requests. */
typedef struct {
  pthread_t thread;
  MYSQL *automatic, *transactional;
  Prepared list_links, count_links, add_node, update_node, delete_node, get_node, put_link, hide_link, count_up,
      count_down, get_links[LIST_SIZES];
  char *trace;
  size_t trace_length;
  int64_t requests;
  int64_t read;
} Replayer;

static char **arguments;
static pthread_barrier_t start_barrier;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "replay: %s: %s\n", what, why);
  exit(2);
}

static MYSQL *connect_server(void) {
  MYSQL *connection = mysql_init(NULL);
  const char *socket = strcmp(arguments[3], "-") == 0 ? NULL : arguments[3];
  unsigned int protocol = socket ? MYSQL_PROTOCOL_SOCKET : MYSQL_PROTOCOL_TCP;
  mysql_options(connection, MYSQL_OPT_PROTOCOL, &protocol);
  if (!mysql_real_connect(connection, socket ? "localhost" : arguments[1], arguments[4], arguments[5], arguments[6],
                          (unsigned int)atoi(arguments[2]), socket, CLIENT_FOUND_ROWS)) {
    fail("connect", mysql_error(connection));
  }
  return connection;
}

/* data: the number of the parameter, and of the column, that is bytes; -1 for none. */
static void prepare(Prepared *p, MYSQL *connection, const char *sql, int data_parameter, int columns,
                    int data_column) {
  p->statement = mysql_stmt_init(connection);
  if (mysql_stmt_prepare(p->statement, sql, strlen(sql))) {
    fail(sql, mysql_stmt_error(p->statement));
  }
  int count = (int)mysql_stmt_param_count(p->statement);
  for (int i = 0; i < count; i++) {
    p->parameters[i].buffer_type = i == data_parameter ? MYSQL_TYPE_BLOB : MYSQL_TYPE_LONGLONG;
    p->parameters[i].buffer = &p->numbers[i];
  }
  if (data_parameter >= 0) {
    p->parameters[data_parameter].length = &p->data_length;
    p->parameters[data_parameter].buffer = p->data;
  }
  if (mysql_stmt_bind_param(p->statement, p->parameters)) {
    fail("bind", mysql_stmt_error(p->statement));
  }
  for (int i = 0; i < columns; i++) {
    p->columns[i].buffer_type = i == data_column ? MYSQL_TYPE_BLOB : MYSQL_TYPE_LONGLONG;
    p->columns[i].buffer = i == data_column ? (void *)p->data : (void *)&p->values[i];
    p->columns[i].buffer_length = sizeof p->data;
  }
  if (columns > 0 && mysql_stmt_bind_result(p->statement, p->columns)) {
    fail("bind", mysql_stmt_error(p->statement));
  }
}

static void open_replayer(Replayer *r) {
  r->automatic = connect_server();
  r->transactional = connect_server();
  mysql_autocommit(r->transactional, 0);
  MYSQL *a = r->automatic, *t = r->transactional;
  prepare(&r->list_links, a,
          LINK_COLUMNS " FORCE INDEX (id1_type) WHERE id1 = ? AND link_type = ? AND visibility = 1"
                       " AND time >= ? AND time <= ? ORDER BY time DESC, id2 DESC LIMIT 10000",
          -1, 7, 4);
  prepare(&r->count_links, a, "SELECT count FROM counttable WHERE id = ? AND link_type = ?", -1, 1, -1);
  prepare(&r->add_node, a, "INSERT INTO nodetable (type, version, time, data) VALUES (?, ?, ?, ?)", 3, 0, -1);
  prepare(&r->update_node, a, "UPDATE nodetable SET version = ?, time = ?, data = ? WHERE id = ? AND type = ?", 2, 0,
          -1);
  prepare(&r->delete_node, a, "DELETE FROM nodetable WHERE id = ? AND type = ?", -1, 0, -1);
  prepare(&r->get_node, a, "SELECT id, type, version, time, data FROM nodetable WHERE id = ? AND type = ?", -1, 5, 4);
  prepare(&r->put_link, t,
          "INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version)"
          " VALUES (?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE"
          " visibility = IF(LAST_INSERT_ID(visibility + 1), VALUES(visibility), 0),"
          " data = VALUES(data), time = VALUES(time), version = VALUES(version)",
          4, 0, -1);
  prepare(&r->hide_link, t,
          "UPDATE linktable SET visibility = IF(LAST_INSERT_ID(visibility + 1), 0, 0)"
          " WHERE link_type = ? AND id1 = ? AND id2 = ?",
          -1, 0, -1);
  prepare(&r->count_up, t, COUNT_AND_COMMIT("1", "1"), -1, 0, -1);
  prepare(&r->count_down, t, COUNT_AND_COMMIT("-1", "-1"), -1, 0, -1);
  for (int size = 0; size < LIST_SIZES; size++) {
    char sql[1024] = LINK_COLUMNS " WHERE link_type = ? AND id1 = ? AND id2 IN (?";
    for (int i = 1; i < 1 << size; i++) {
      strcat(sql, ", ?");
    }
    strcat(sql, ")");
    prepare(&r->get_links[size], a, sql, -1, 7, 4);
  }
}

static void execute(Prepared *p) {
  if (mysql_stmt_execute(p->statement)) {
    fail("execute", mysql_stmt_error(p->statement));
  }
}

/* Fetches all rows and every column of each. */
static int64_t read_rows(Prepared *p) {
  int64_t rows = 0;
  execute(p);
  int status;
  while ((status = mysql_stmt_fetch(p->statement)) == 0) {
    rows++;
  }
  if (status != MYSQL_NO_DATA) {
    fail("fetch", mysql_stmt_error(p->statement));
  }
  mysql_stmt_free_result(p->statement);
  return rows;
}

/* The value that an upsert found, which travels as the generated key; -1 if there was no row. */
static int64_t old_value(Prepared *p) { return (int64_t)mysql_stmt_insert_id(p->statement) - 1; }

static void count(Prepared *p, int64_t id, int64_t type, int64_t millis) {
  p->numbers[0] = id;
  p->numbers[1] = type;
  p->numbers[2] = millis;
  execute(p);
}

static void commit(Replayer *r) {
  if (mysql_commit(r->transactional)) {
    fail("commit", mysql_error(r->transactional));
  }
}

static void set_data(Prepared *p, const char *payload, int32_t length) {
  memcpy(p->data, payload, (size_t)length);
  p->data_length = (unsigned long)length;
}

static void put_link(Replayer *r, const int64_t *v, const char *payload, int32_t length) {
  Prepared *p = &r->put_link;
  memcpy(p->numbers, v, 4 * sizeof *v);
  set_data(p, payload, length);
  p->numbers[5] = v[4];
  p->numbers[6] = v[5];
  execute(p);
  if (old_value(p) == 1) {
    commit(r);
  } else {
    count(&r->count_up, v[0], v[2], v[4]);
  }
}

static void hide_link(Replayer *r, const int64_t *v) {
  Prepared *p = &r->hide_link;
  memcpy(p->numbers, v, 3 * sizeof *v);
  execute(p);
  if (mysql_stmt_affected_rows(p->statement) > 0 && old_value(p) == 1) {
    count(&r->count_down, v[1], v[0], EPOCH_MILLIS);
  } else {
    commit(r);
  }
}

static void get_links(Replayer *r, const int64_t *v, int numbers) {
  int ids = numbers - 2, size = 0;
  while (1 << size < ids) {
    size++;
  }
  Prepared *p = &r->get_links[size];
  memcpy(p->numbers, v, (size_t)numbers * sizeof *v);
  for (int i = ids; i < 1 << size; i++) {
    p->numbers[2 + i] = v[numbers - 1];
  }
  r->read += read_rows(p);
}

static void perform(Replayer *r, int operation, const int64_t *v, int numbers, const char *payload, int32_t length) {
  switch (operation) {
  case ADD_LINK:
  case UPDATE_LINK: put_link(r, v, payload, length); break;
  case DELETE_LINK: hide_link(r, v); break;
  case MULTIGET_LINK: get_links(r, v, numbers); break;
  case GET_LINKS_LIST:
    memcpy(r->list_links.numbers, v, 4 * sizeof *v);
    r->read += read_rows(&r->list_links);
    break;
  case COUNT_LINK:
    memcpy(r->count_links.numbers, v, 2 * sizeof *v);
    r->read += read_rows(&r->count_links);
    break;
  case GET_NODE:
    memcpy(r->get_node.numbers, v, 2 * sizeof *v);
    r->read += read_rows(&r->get_node);
    break;
  case ADD_NODE:
    memcpy(r->add_node.numbers, v, 3 * sizeof *v);
    set_data(&r->add_node, payload, length);
    execute(&r->add_node);
    break;
  case UPDATE_NODE:
    memcpy(r->update_node.numbers, v, 2 * sizeof *v);
    set_data(&r->update_node, payload, length);
    r->update_node.numbers[3] = v[2];
    r->update_node.numbers[4] = v[3];
    execute(&r->update_node);
    break;
  case DELETE_NODE:
    memcpy(r->delete_node.numbers, v, 2 * sizeof *v);
    execute(&r->delete_node);
    break;
  default: fail("trace", "unknown operation");
  }
}

/* A request: operation, count of numbers (a byte each), length of the payload or -1 (4 bytes), numbers, payload. */
static void *replay(void *argument) {
  Replayer *r = argument;
  const char *at = r->trace, *end = r->trace + r->trace_length;
  int64_t v[256];
  r->requests = 0;
  pthread_barrier_wait(&start_barrier);
  while (at < end) {
    int operation = (unsigned char)at[0], numbers = (unsigned char)at[1];
    int32_t length;
    memcpy(&length, at + 2, sizeof length);
    memcpy(v, at + 6, (size_t)numbers * sizeof *v);
    at += 6 + numbers * sizeof *v;
    perform(r, operation, v, numbers, at, length);
    at += length < 0 ? 0 : length;
    r->requests++;
  }
  return NULL;
}

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + time.tv_nsec / 1e9;
}

static void read_trace(Replayer *r, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    fail(path, "cannot be read");
  }
  r->trace_length = (size_t)ftell(file);
  rewind(file);
  r->trace = malloc(r->trace_length);
  if (!r->trace || fread(r->trace, 1, r->trace_length, file) != r->trace_length) {
    fail(path, "cannot be read");
  }
  fclose(file);
}

static void replay_all(Replayer *replayers, int threads) {
  pthread_barrier_init(&start_barrier, NULL, (unsigned)threads + 1);
  for (int i = 0; i < threads; i++) {
    pthread_create(&replayers[i].thread, NULL, replay, &replayers[i]);
  }
  double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), start = seconds(CLOCK_MONOTONIC);
  pthread_barrier_wait(&start_barrier);
  int64_t requests = 0;
  for (int i = 0; i < threads; i++) {
    pthread_join(replayers[i].thread, NULL);
    requests += replayers[i].requests;
  }
  double took = seconds(CLOCK_MONOTONIC) - start;
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  printf("answer: %.3f %.4f 0\n", (double)requests / took, cpu * 1e6 / (double)requests);
}

int main(int count, char **values) {
  arguments = values;
  int threads = count - 7;
  if (threads < 1) {
    fail("usage", "replay HOST PORT SOCKET USER PASSWORD DATABASE TRACE...");
  }
  mysql_library_init(0, NULL, NULL);
  Replayer *replayers = calloc((size_t)threads, sizeof *replayers);
  for (int i = 0; i < threads; i++) {
    read_trace(&replayers[i], values[7 + i]);
    open_replayer(&replayers[i]);
  }
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "replay", 6) == 0) {
      replay_all(replayers, threads);
    } else {
      puts("answer: yes");
    }
    fflush(stdout);
  }
  return 0;
}
