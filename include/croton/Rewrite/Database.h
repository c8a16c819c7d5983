//===- Database.h - Tagged collections of rewrites --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database holds rewrites and other databases as named, tagged members. Its
// kind says how a driver goes through what a query selects:
//
//   Sequence     one after another, by position
//   Equilibrium  together, to the fixed point; with final and cleanup members
//   LocalGroup   in the place of one local rewrite, first success wins
//   Topological  local ones, in one sweep over the graph
//   Proxy        another database, at a second place
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_DATABASE_H
#define CROTON_REWRITE_DATABASE_H

#include "croton/Rewrite/DriverOptions.h"
#include "croton/Rewrite/Plan.h"
#include "croton/Rewrite/Query.h"

namespace mlir::croton {

class RewriteDatabase;
using DatabaseRef = std::shared_ptr<RewriteDatabase>;

/// What a member is in an equilibrium.
enum class EquilibriumRole : uint8_t { Ordinary, Final, Cleanup };

/// Returns "ordinary", "final" or "cleanup".
StringRef stringifyEquilibriumRole(EquilibriumRole role);

/// How a member is filed.
struct Registration {
  Registration() = default;
  Registration(ArrayRef<StringRef> tags) : tags(tags) {}
  Registration(std::initializer_list<StringRef> tags) : tags(tags) {}

  Registration &at(double where) {
    position = where;
    return *this;
  }
  /// After every member there is: the largest position plus 1, 0 at first.
  Registration &last() {
    isLast = true;
    return *this;
  }
  Registration &withRole(EquilibriumRole newRole) {
    role = newRole;
    return *this;
  }
  /// The name of the database is a tag of its members, unless this is called:
  /// an unsafe member is then not drawn in by the name of its stage. A nested
  /// database passes the name on to its members, unless this is called for it.
  Registration &withoutDatabaseTag() {
    databaseTag = false;
    return *this;
  }

  SmallVector<StringRef, 4> tags;
  /// Sequences need one (or last()); in groups and equilibria it orders the
  /// candidates for one op, 0 if absent: smaller first.
  std::optional<double> position;
  bool isLast = false;
  EquilibriumRole role = EquilibriumRole::Ordinary;
  bool databaseTag = true;
};

class RewriteDatabase : public std::enable_shared_from_this<RewriteDatabase> {
public:
  enum class Kind : uint8_t {
    Sequence,
    Equilibrium,
    LocalGroup,
    Topological,
    Proxy
  };

  /// A member as filed. Exactly one of `rewrite` and `database` is set.
  struct Member {
    std::string name;
    RewriteRef rewrite;
    DatabaseRef database;
    SmallVector<std::string, 4> tags;
    std::optional<double> position;
    EquilibriumRole role = EquilibriumRole::Ordinary;
    /// Whether the name of the database it is filed in is a word for it.
    bool databaseTag = true;
  };

  /// Returns "sequence", "equilibrium", "local group", "topological" or
  /// "proxy".
  static StringRef stringifyKind(Kind kind);

  static DatabaseRef createSequence(StringRef name);
  static DatabaseRef createEquilibrium(StringRef name,
                                       EquilibriumOptions options = {});
  /// `applyAll`: after a success go on with the replacement until no member of
  /// the group applies, instead of stopping at the first success.
  static DatabaseRef createLocalGroup(StringRef name, bool applyAll = false);
  /// A sweep with what `inner` (a LocalGroup) selects.
  static DatabaseRef createTopological(StringRef name, DatabaseRef inner,
                                       TopologicalOptions options = {});
  static DatabaseRef createProxy(StringRef name, DatabaseRef inner);

  Kind getKind() const { return kind; }
  StringRef getName() const { return name; }
  ArrayRef<Member> getMembers() const { return members; }
  const EquilibriumOptions &getEquilibriumOptions() const;
  const TopologicalOptions &getTopologicalOptions() const;
  bool isApplyAll() const { return applyAll; }
  /// What a Topological or Proxy database wraps.
  const DatabaseRef &getInner() const { return inner; }

  /// Files a member. All or nothing: on an error nothing is changed. Errors: a
  /// name that is a name or tag here, a tag that is a name here, a name or tag
  /// that is no word (Query.h; names of databases have no '.' either), an
  /// object that is filed already, no position in a sequence, a role outside an
  /// equilibrium, a kind of member that this kind of database cannot drive, a
  /// database that holds this one, and any registration in a wrapper (the
  /// message names the inner database).
  llvm::Error add(RewriteRef rewrite, const Registration &registration);
  llvm::Error add(DatabaseRef database, const Registration &registration);

  /// Adds tags to, or takes them from, a member of this very database. All or
  /// nothing. Fails with a did-you-mean for an unknown member, for a tag to add
  /// that is a name and for a tag to take that the member does not have.
  llvm::Error addTags(StringRef member, ArrayRef<StringRef> tags);
  llvm::Error removeTags(StringRef member, ArrayRef<StringRef> tags);

  /// The member of that name in this database or in one below it, else an
  /// error with a did-you-mean.
  llvm::Expected<const Member *> find(StringRef name) const;
  /// Finds a nested database by a path such as "canonicalize" or
  /// "gpu.lift"; the empty path is this one.
  llvm::Expected<DatabaseRef> findDatabase(StringRef path);

  /// All words a query may use here or below, sorted: names, tags and the names
  /// of databases.
  SmallVector<StringRef> getWords() const;

  enum class UnknownWords : uint8_t { Error, Warn, Ignore };
  /// Turns a query into a plan. Never changes the database. A word that no
  /// member here or below has is an error, or a line in `warnings`, each with
  /// the nearest known word; so is a subquery for a database that is not there.
  ///
  /// Evaluation per database: the union of the members of each + word,
  /// intersected with each & word, less each - word. The words of a member are
  /// its name, its tags and the names of the databases around it. A nested
  /// database is taken for a + word that it or a member below it has, and
  /// dropped for a - word that it has itself; & applies to rewrites alone.
  /// Inside, the subquery of its name is used if there is one (it does not see
  /// the names of the databases around), else the same query without extras. A
  /// stage of which nothing is left is left out. Sequences are sorted by
  /// position, then name; the cutoff holds in each.
  ///
  /// Extras need a sequence and must be global. - words and the cutoff apply to
  /// them, + and & words do not. A local group by itself has no driver and
  /// cannot be resolved.
  llvm::Expected<Plan>
  resolve(const Query &query, UnknownWords policy = UnknownWords::Error,
          SmallVectorImpl<std::string> *warnings = nullptr) const;

private:
  RewriteDatabase(Kind kind, StringRef name);

  llvm::Error checkMember(const Member &member,
                          const Registration &registration) const;
  llvm::Expected<Member *> findOwn(StringRef memberName);
  llvm::Error addMember(Member member, const Registration &registration);

  Kind kind;
  bool applyAll = false;
  std::string name;
  SmallVector<Member, 0> members;
  EquilibriumOptions equilibriumOptions;
  TopologicalOptions topologicalOptions;
  DatabaseRef inner;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_DATABASE_H
